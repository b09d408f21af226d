import torch.nn.functional as F


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    def heads(x, name):
        y = F.linear(x, params["w_" + name], params["b_" + name])
        return y.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    out = F.scaled_dot_product_attention(heads(query, "q"), heads(key, "k"), heads(value, "v"), attn_mask=mask)
    return F.linear(out.transpose(1, 2).flatten(2), params["w_o"], params["b_o"])
