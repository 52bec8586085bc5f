// The number of a case: C- and eight characters of base 32, as the server writes it.
const number = 'C-[0-9A-HJKMNP-TV-Z]{8}'
const whole = new RegExp(`^${number}$`, 'i')

/** Every number in a text, for splitting it. */
export const caseNumbers = new RegExp(`(?<![0-9A-Za-z-])(${number})(?![0-9A-Za-z-])`, 'gi')

/** Whether a text is the number of a case. */
export const isCaseNumber = (text: string) => whole.test(text)

/** Where a case is. */
export const casePath = (number: string) => `/desks/cases?open=${number.toUpperCase()}`
