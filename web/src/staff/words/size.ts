// Lengths of files for people.

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** 1,234,567 is "1.2 MB". */
export function size(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? ''}`
}
