// What differs between two documents: one line for each place, with a sign as well as a colour.
import { t } from '../texts/index.ts'
import { changesOf, type Change } from '../words/changes.ts'
import { labelOfPath } from '../words/labels.ts'
import css from './diff.module.css'

const signs = { added: '+', removed: '−', changed: '~' } as const

/** The differences, or a sentence that there are none. */
export function Diff({ before, after }: { before: unknown; after: unknown }) {
  return <Changes changes={changesOf(before, after)} />
}

/** The names of a place, and of the document itself that it is all of it. Numbers stand in the path alone: a level is
 * one as much as a row is. */
function pathWords(path: string): string {
  const steps = path.match(/[^.[\]]+/g) ?? []
  return labelOfPath(steps.filter((step) => !/^\d+$/.test(step))) || t.word.all
}

/** Differences that somebody else found, for example the server. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className={css.same}>{t.diff.same}</p>
  return (
    <table className={css.diff} aria-label={t.diff.label}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t.diff.kind}</span>
          </th>
          <th scope="col">{t.diff.place}</th>
          <th scope="col">{t.diff.before}</th>
          <th scope="col">{t.diff.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path} data-kind={change.kind}>
            <td aria-label={t.diff[change.kind]}>{signs[change.kind]}</td>
            <td>
              {pathWords(change.path)} <code className={css.path}>{change.path}</code>
            </td>
            <td>{change.kind === 'added' ? '' : <code>{JSON.stringify(change.before)}</code>}</td>
            <td>{change.kind === 'removed' ? '' : <code>{JSON.stringify(change.after)}</code>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
