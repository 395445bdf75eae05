"""Board and controls: scene, clicks, targets, previews, highlights and questions."""
