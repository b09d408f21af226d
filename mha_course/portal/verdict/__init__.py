"""From a stored report to what the verdict page prints. Nothing here judges: the engine has."""
