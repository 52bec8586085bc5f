// The moment and the player that the desks are about.

export const hourMs = 3_600_000

export const today = Date.now()

export const player = '0193f0c2-7a11-7bbb-8ccc-0123456789ab'
