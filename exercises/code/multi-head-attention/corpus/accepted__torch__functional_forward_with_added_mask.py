import torch, torch.nn.functional as F
def multi_head_attention(query, key, value, params, num_heads, mask=None):
    p = params
    B, T, D = query.shape
    S = key.shape[1]
    if mask is not None:
        mask = torch.zeros(B, num_heads, T, S, dtype=query.dtype).masked_fill(~mask, float("-inf")).view(-1, T, S)
    o, _ = F.multi_head_attention_forward(
        query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1), D, num_heads,
        torch.cat((p["w_q"], p["w_k"], p["w_v"])), torch.cat((p["b_q"], p["b_k"], p["b_v"])),
        None, None, False, 0.0, p["w_o"], p["b_o"], training=False, need_weights=False, attn_mask=mask)
    return o.transpose(0, 1)
