// Facts that a decider has to know, with what each must be. A fact outside its bound is marked by a word, not by colour alone.
import { Badge } from '../../ui/Badge.tsx'
import { Plain } from '../../ui/Page.tsx'
import { d } from '../texts.ts'

/** A fact of the server: its name, its value, and what it must be. */
export type Fact = { name: string; value: string; bound?: string | null }

/** The facts as a small table. */
export function Known({ facts, label }: { facts: readonly Fact[]; label: string }) {
  const bounded = facts.some(({ bound = null }) => bound !== null)
  return (
    <Plain
      label={label}
      head={[{ title: label }, { title: d.known.value, end: true }, ...(bounded ? [{ title: d.known.bound }] : [])]}
      rows={facts.map(({ name, value, bound = null }, index) => ({
        key: `${index} ${name}`,
        cells: [factWords(name), <strong key="v">{value}</strong>, ...(bounded ? [bound === null ? '' : <Badge key="b" tone="plain">{bound}</Badge>] : [])],
      }))}
    />
  )
}

/** A fact's name as words: `usdt_sources` is "usdt sources". */
export function factWords(name: string): string {
  return name.replaceAll('_', ' ')
}
