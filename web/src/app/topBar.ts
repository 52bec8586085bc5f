// State of the thin bar at the top: it starts with a navigation and completes with it. Shown for
// 200 ms at least, since a screen that is already loaded would show nothing but a flash.

type Phase = 'idle' | 'running' | 'done'

const shownMs = 200

let phase: Phase = 'idle'
let startedMs = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Phase): void {
  phase = next
  for (const listener of listeners) listener()
}

/** The one bar. */
export const topBar = {
  start(): void {
    clearTimeout(timer)
    startedMs = Date.now()
    set('running')
  },
  finish(): void {
    if (phase !== 'running') return
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        set('done')
        timer = setTimeout(() => set('idle'), shownMs)
      },
      Math.max(0, shownMs - (Date.now() - startedMs)),
    )
  },
  phase: (): Phase => phase,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
