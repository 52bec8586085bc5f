// Whose a payment is: an order's, or a player's without one.
import { useState } from 'react'
import { t } from '../../texts/index.ts'
import { TextField } from '../../ui/Field.tsx'
import { Tabs } from '../../ui/Tabs.tsx'

const words = () => t.topups

/** As the call takes it: one of the two. */
export type Receiver = { order_no: string } | { player: string }
type Kind = 'order' | 'player'

const forms: Readonly<Record<Kind, RegExp>> = {
  order: /^[A-Z0-9]{4,32}$/,
  player: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
}

/** What is typed; `onChange` gets a receiver once it can be one. */
export function ReceiverField({
  comment,
  onChange,
}: {
  comment: string
  onChange: (receiver: Receiver | null) => void
}) {
  const [kind, setKind] = useState<Kind>('order')
  const [typed, setTyped] = useState<Readonly<Record<Kind, string>>>({ order: comment, player: '' })
  const text = typed[kind]
  const give = (to: Kind, said: string) => onChange(receiverOf(to, said))
  const field = {
    order: { label: words().order, hint: words().orderHint, wrong: words().badOrder },
    player: { label: words().playerId, hint: words().playerHint, wrong: words().badPlayer },
  }[kind]
  return (
    <>
      <Tabs
        label={words().to}
        options={[
          ['order', words().toOrder],
          ['player', words().toPlayer],
        ]}
        value={kind}
        onChange={(to) => {
          setKind(to as Kind)
          give(to as Kind, typed[to as Kind])
        }}
      />
      <TextField
        label={field.label}
        hint={field.hint}
        value={text}
        onChange={(said) => {
          setTyped((before) => ({ ...before, [kind]: said }))
          give(kind, said)
        }}
        mono
        error={text !== '' && receiverOf(kind, text) === null ? field.wrong : null}
      />
    </>
  )
}

/** What a text names; nothing while it cannot be one. A comment may name an order. */
export function receiverOf(kind: Kind, text: string): Receiver | null {
  const said = kind === 'player' ? text.trim().toLowerCase() : text.trim()
  if (!forms[kind].test(said)) return null
  return kind === 'player' ? { player: said } : { order_no: said }
}
