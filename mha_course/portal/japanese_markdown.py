"""Two rules of Markdown assume spaces between words; Japanese has none, so they are loosened beside Japanese text.

Without this, ``**クエリ（Query）**は`` keeps its asterisks, and a line broken in the source leaves a gap in the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token

__all__ = ["join_japanese_lines", "use_japanese_rules"]


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in {"W", "F"}


class _JapaneseState(StateInline):
    """Lets emphasis open and close beside a wide character, whatever punctuation it meets."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - the parser's own names
        scanned = super().scanDelims(start, canSplitWord)
        end = start + scanned.length
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        if not canSplitWord or not (_is_wide(before) or _is_wide(after)):
            return scanned
        return Scanned(not after.isspace(), not before.isspace(), scanned.length)


class _JapaneseInline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = _JapaneseState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def use_japanese_rules(md: MarkdownIt) -> None:
    """Install both rules; call it before any other plugin, because it replaces the inline parser."""
    md.inline = _JapaneseInline()
    md.add_render_rule("softbreak", lambda _renderer, tokens, index, _options, _env: join_japanese_lines(tokens, index))


def join_japanese_lines(tokens: Sequence[Token], index: int) -> str:
    """What stands for a line break of the source: nothing beside a wide character, a line break elsewhere.

    Between Latin and Japanese there is no space either: that gap is the font's.
    """
    before = "".join(token.content for token in tokens[:index])[-1:]
    after = "".join(token.content for token in tokens[index + 1 :])[:1]
    return "" if before and after and (_is_wide(before) or _is_wide(after)) else "\n"
