import math

import numpy as np


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    """Project, split into heads, attend, concatenate, project.

    query:      (batch, tgt_len, d_model)
    key, value: (batch, src_len, d_model)
    params:     dict of w_q w_k w_v w_o (d_model, d_model) and b_q b_k b_v b_o (d_model,)
    num_heads:  int, divides d_model
    mask:       None, or bool, True = may attend; broadcasts to (batch, num_heads, tgt_len, src_len)
    result:     (batch, tgt_len, d_model)
    """
    ...
