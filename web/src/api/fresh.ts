// How long an answer about things that others move (friends, reviewers, the chain) may stand on a screen that is
// opened again.

/** Seconds, for `refetchOnMountOrArgChange`. */
export const fresh = 10
