import numpy as np


def attention(query, key, value):
    return value
