// How old an answer about things that others change (friends, reviewers, the chain) may be on a screen that is opened
// again.

/** Seconds, for `refetchOnMountOrArgChange`. */
export const refetchAfterS = 10
