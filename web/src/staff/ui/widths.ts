// Widths of columns, kept on this device. Unreadable storage counts as empty.

const prefix = 'staff.widths.'

/** Widths in px by column, of the table with this name. */
export function keptWidths(name: string): Record<string, number> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? '{}')
    return Object.fromEntries(
      Object.entries(value ?? {}).filter(
        (pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] >= 48 && pair[1] < 2_000,
      ),
    )
  } catch {
    return {}
  }
}

/** Keeps them; a browser without storage forgets. */
export function keepWidths(name: string, widths: Readonly<Record<string, number>>): void {
  try {
    if (Object.keys(widths).length > 0) localStorage.setItem(prefix + name, JSON.stringify(widths))
  } catch {
    console.warn('Storage is not available: widths are not kept')
  }
}
