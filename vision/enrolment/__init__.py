"""An event's own deck: how each of its faces looks, shown once and known from then on."""
