"""The screens that the page is tested on (UX: phone portrait, phone landscape, desk)."""

from typing import Any, Final

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SMALL: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 360, "height": 640}}
LANDSCAPE: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 740, "height": 360}}

CHECKED: Final = {"360x640": SMALL, "740x360": LANDSCAPE, "1280x800": DESK}
