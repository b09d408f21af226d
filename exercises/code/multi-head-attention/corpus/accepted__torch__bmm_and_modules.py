import torch
from torch import nn


class MHA(nn.Module):
    def __init__(self, d_model, num_heads, params):
        super().__init__()
        self.h = num_heads
        for name in "qkvo":
            layer = nn.Linear(d_model, d_model, dtype=params["w_q"].dtype)
            with torch.no_grad():
                layer.weight.copy_(params["w_" + name])
                layer.bias.copy_(params["b_" + name])
            setattr(self, name, layer)

    def fold(self, x):
        b, t, d = x.shape
        return x.view(b, t, self.h, d // self.h).permute(0, 2, 1, 3).reshape(b * self.h, t, d // self.h)

    def forward(self, query, key, value, mask):
        b, t, d = query.shape
        q, k, v = self.fold(self.q(query)), self.fold(self.k(key)), self.fold(self.v(value))
        s = torch.bmm(q, k.transpose(1, 2)) * (d // self.h) ** -0.5
        if mask is not None:
            m = mask.expand(b, self.h, t, key.shape[1]).reshape_as(s)
            s = s.masked_fill(~m, torch.finfo(s.dtype).min)
            w = s.softmax(-1).masked_fill(~m, 0)
        else:
            w = s.softmax(-1)
        out = torch.bmm(w, v).view(b, self.h, t, -1).permute(0, 2, 1, 3).contiguous().view(b, t, d)
        return self.o(out)


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    return MHA(query.shape[-1], num_heads, params)(query, key, value, mask)
