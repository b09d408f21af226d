import torch


# the head axis stays behind the tokens all the way; dim=1 of (b, s, t, h) is the axis of the keys
def multi_head_attention(query, key, value, params, num_heads, mask=None):
    def project(x, n):
        return (x @ params["w_" + n].mT + params["b_" + n]).unflatten(2, (num_heads, -1))

    q, k, v = project(query, "q"), project(key, "k"), project(value, "v")
    s = torch.einsum("bthd,bshd->bsth", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        while mask.dim() < 4:
            mask = mask.unsqueeze(0)
        s = s.masked_fill(~mask.permute(0, 3, 2, 1), -torch.inf)
    w = s.softmax(1).nan_to_num(0)
    return torch.einsum("bsth,bshd->bthd", w, v).flatten(2) @ params["w_o"].mT + params["b_o"]
