// Short messages that go by themselves after 2,000 ms (domain §10.9). Server errors are red and are
// announced at once; the rest waits its turn.
import { useSyncExternalStore } from 'react'
import { errorText } from '../i18n/errorText.ts'
import { codeOf, codes } from '../shared/envelope.ts'
import { Icon } from './Icon.tsx'
import css from './toast.module.css'

type Tone = 'plain' | 'good' | 'bad'
type Message = { id: number; text: string; tone: Tone }

/** domain §10.9: toast default. */
export const toastMs = 2_000
/** More at once would cover the screen. */
const messagesMax = 3

let messages: readonly Message[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

/** Shows a message for 2,000 ms. */
export function toast(text: string, tone: Tone = 'plain'): void {
  const message = { id: nextId++, text, tone }
  set([...messages.filter((other) => other.text !== text).slice(1 - messagesMax), message])
  setTimeout(() => set(messages.filter((other) => other.id !== message.id)), toastMs)
}

/** Shows a failed call in the player's words, in red. */
export function toastError(error: unknown): void {
  // The player has just answered the question for the terms with "not now" and knows.
  if (codeOf(error) === codes.terms) return
  toast(errorText(error), 'bad')
}

/** Takes all messages away; for a screen that replaces everything, and for tests. */
export function clearToasts(): void {
  set([])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where messages appear; mounted once by the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <div className={css.toasts} aria-live="polite">
      {shown.map((message) => (
        <div
          key={message.id}
          className={`${css.toast} ${css[message.tone] ?? ''}`}
          role={message.tone === 'bad' ? 'alert' : undefined}
        >
          {message.tone !== 'plain' && <Icon name={message.tone === 'bad' ? 'alert' : 'check'} />}
          {message.text}
        </div>
      ))}
    </div>
  )
}
