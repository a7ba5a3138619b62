@rem npm scripts say `exec`, so that signals reach the program and not a shell; Windows has no such word.
@%*
