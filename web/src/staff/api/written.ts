// The one text of a document, over which the service makes its digests too.

/** As JSON with every object's fields in the order of their names, numbers among them too. */
export function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const fields = given.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`).join(',')}}`
}
