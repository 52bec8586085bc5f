// Facts that a decider has to know, with what each must be. A fact outside its bound is marked by a sign, not by colour
// alone.
import { Badge } from '../ui/Badge.tsx'
import { Plain } from '../ui/Page.tsx'
import { Said } from '../ui/Said.tsx'
import { t } from '../texts/index.ts'
import { readFact } from '../words/facts.ts'
import type { StaffFact } from '../api/endpoints.gen.ts'
import css from '../ui/layout.module.css'

/** Figures of a configuration have names that the server makes: keys have no spaces. */
const isSaid = (fact: StaffFact | undefined) =>
  fact !== undefined && fact.name.includes(' ') && t.codeWords[fact.name] === undefined

/** The facts as a small table; nothing to know draws nothing. */
export function CheckedFacts({ facts, label }: { facts: readonly StaffFact[]; label: string }) {
  if (facts.length === 0) return null
  const read = facts.map(readFact)
  const bounded = read.some(({ bound }) => bound !== null)
  return (
    <Plain
      label={label}
      head={[
        { title: label },
        { title: t.known.value, end: true },
        ...(bounded ? [{ title: t.known.bound }] : []),
      ]}
      rows={read.map(({ name, value, bound, holds }, index) => ({
        key: `${index} ${name}`,
        tone: holds === false ? ('bad' as const) : undefined,
        cells: [
          <span key="n" className={css.fact}>
            {isSaid(facts[index]) ? <Said text={name} /> : name}
          </span>,
          <strong key="v">{value}</strong>,
          ...(bounded
            ? [
                bound === null ? (
                  ''
                ) : (
                  <Badge key="b" tone={holds === null ? 'plain' : holds ? 'good' : 'bad'}>
                    {bound}
                  </Badge>
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}
