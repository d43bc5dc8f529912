"""Where the parts of a page begin and end, and where those belong that are drawn by themselves."""

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

from games.pages.parts import BEGIN, END, SLOT, TOKEN, WITHIN

register = template.Library()


@register.simple_tag
def slot(*name: object) -> SafeString:
    """The place of the part with this id, which may be put together."""
    return mark_safe(f"{SLOT}{''.join(map(str, name))}{SLOT}")


@register.simple_tag
def within() -> SafeString:
    """The places of those parts that a fragment names."""
    return mark_safe(f"{SLOT}{WITHIN}{SLOT}")


@register.simple_tag
def token() -> SafeString:
    """The place of what tells a form of this site from one of another."""
    return mark_safe(TOKEN)


@register.tag
def part(parser: Parser, token: Token) -> template.Node:
    """One element that is a part by itself."""
    inner = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(inner)


class PartNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        return mark_safe(f"{BEGIN}{self.nodelist.render(context).strip()}{END}")
