import torch.nn.functional as F


def attention(query, key, value, mask=None):
    return F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=0.3)
