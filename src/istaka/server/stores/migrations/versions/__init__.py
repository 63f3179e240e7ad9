"""Each step names the one before it. A step that was released is never changed; there are none back."""
