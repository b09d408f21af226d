import torch
def multi_head_attention(query, key, value, params, num_heads, mask=None):
    p = {k: v.double() for k, v in params.items()}
    q = query.double() @ p["w_q"].T + p["b_q"]
    k = key.double() @ p["w_k"].T + p["b_k"]
    v = value.double() @ p["w_v"].T + p["b_v"]
    qs, ks, vs = (torch.stack(t.chunk(num_heads, -1)) for t in (q, k, v))
    def head(q, k, v, m):
        s = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        e = torch.exp(s) * m
        return e / e.sum(-1, keepdim=True).clamp_min(1e-200) @ v
    full = torch.ones(query.shape[0], num_heads, query.shape[1], key.shape[1], dtype=torch.bool)
    if mask is not None:
        full = full & mask
    hs = torch.func.vmap(head)(qs, ks, vs, full.transpose(0, 1))
    return torch.cat(list(hs), -1) @ p["w_o"].T + p["b_o"]
