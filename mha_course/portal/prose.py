"""Markdown of statements, hints, lessons and quiz items → HTML that the strict content policy allows.

Authors write it, not learners; raw HTML in it is shown as text all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from mha_course.portal.axes import colour_axis_names, colour_axis_names_in_text
from mha_course.portal.formulas import formula
from mha_course.portal.japanese_markdown import use_japanese_rules

__all__ = ["highlighted", "prose", "prose_inline"]

_COMMENT = re.compile(r'(<span class="c1?">)(.*?)(</span>)', re.DOTALL)


@lru_cache(maxsize=512)
def prose(markdown: str) -> SafeString:
    """Block HTML of `markdown`."""
    return mark_safe(_parser().render(markdown))  # noqa: S308 - the parser escapes all text and takes no raw HTML


@lru_cache(maxsize=1024)
def prose_inline(markdown: str) -> SafeString:
    """Inline HTML of one short passage, without a paragraph around it."""
    return mark_safe(_parser().renderInline(markdown))  # noqa: S308 - as above


def highlighted(code: str, language: str = "python") -> SafeString:
    """`code` as spans with Pygments' classes; axis names in its comments wear their colours."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return mark_safe(colour_axis_names(code))  # noqa: S308 - escaped there
    spans = highlight(code, lexer, HtmlFormatter(nowrap=True))
    coloured = _COMMENT.sub(lambda found: found[1] + _colour_escaped(found[2]) + found[3], spans)
    return mark_safe(coloured)  # noqa: S308 - Pygments escapes what it sets


def _colour_escaped(html: str) -> str:
    unescaped = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&#39;", "'")
    return colour_axis_names(unescaped.replace("&amp;", "&"))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False})
    use_japanese_rules(md)
    md.enable(["table", "strikethrough"])
    md.use(dollarmath_plugin, allow_labels=False, allow_space=False, double_inline=True, renderer=_render_formula)
    md.add_render_rule("text", _render_text)
    md.add_render_rule("code_inline", _render_code_inline)
    md.add_render_rule("fence", _render_fence)
    md.core.ruler.push("cells_aligned_by_class", _align_cells_by_class)
    md.add_render_rule("table_open", lambda *_arguments: '<div class="table-scroll" tabindex="0"><table>')
    md.add_render_rule("table_close", lambda *_arguments: "</table></div>")
    return md


def _align_cells_by_class(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in {"th_open", "td_open"} and "style" in token.attrs:
            token.attrs = {"class": str(token.attrs["style"]).replace("text-align:", "align-")}


def _render_formula(latex: str, options: dict[str, Any]) -> str:
    return formula(latex, is_display=options["display_mode"])


def _render_text(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return colour_axis_names_in_text(tokens[index].content)


def _render_code_inline(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return f"<code>{colour_axis_names(tokens[index].content)}</code>"


def _render_fence(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    token = tokens[index]
    language = token.info.split()[0] if token.info.strip() else "text"
    if language == "python" and token.content.startswith(">>>"):
        language = "pycon"
    label = f' data-language="{escape(language)}"'
    return f'<pre class="code"{label} tabindex="0"><code>{highlighted(token.content, language)}</code></pre>\n'
