// Server-sent events out of the text of a fetch. The browser's own EventSource can only ask for an address, and a
// token does not belong into one, where logs would keep it.

/** One event. `id` is the last position that the stream named, also by an earlier block. */
export type StreamEvent = { id: string | null; name: string; data: string }

/** Longest line that is waited for; a stream without an end of line must not fill the memory. */
const lineMax = 65_536

/**
 * Takes the stream's text in pieces of any size and gives each block once its empty line has come: also one that names
 * nothing but a position, which has an empty `data`.
 */
export function eventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  let id: string | null = null
  let block: { name: string; data: string[] } | null = null

  const take = (line: string) => {
    if (line === '') {
      if (block) onEvent({ id, name: block.name, data: block.data.join('\n') })
      block = null
      return
    }
    const { field, value } = split(line)
    if (field === '') return
    block ??= { name: 'message', data: [] }
    if (field === 'id') id = value
    if (field === 'event') block.name = value
    if (field === 'data') block.data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > lineMax) throw new Error('A line of the event stream has no end')
    for (const line of lines) take(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}

/** "event: balance" in its two parts; a line that begins with a colon is a comment and has no field. */
function split(line: string): { field: string; value: string } {
  const at = line.indexOf(':')
  if (at < 0) return { field: line, value: '' }
  return { field: line.slice(0, at), value: line.slice(line[at + 1] === ' ' ? at + 2 : at + 1) }
}
