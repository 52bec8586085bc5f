// One case: whom it concerns, who has it, everything that happened in it, and the acts that name it.
import { useState, type ReactNode } from 'react'
import {
  useCasesAssignMutation,
  useCasesCloseMutation,
  useCasesCommentMutation,
  useCasesInfoQuery,
  useCasesReopenMutation,
  type CasesInfoData,
  type StaffCaseAct,
  type StaffCaseLine,
} from '../../api/endpoints.gen.ts'
import { useCan, useStaff } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { CaseState, Named } from '../../parts/Case.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { codeWords } from '../../words/codes.ts'
import { AttachFile, CaseFile } from './files.tsx'
import css from '../../ui/layout.module.css'
import own from './cases.module.css'

const words = () => t.cases

export function OneCase({ number, say }: { number: string; say: (text: string) => void }) {
  const query = useCasesInfoQuery({ case: number })
  return (
    <QueryState query={query} rows={10}>
      {(data) => <Shown data={data} say={say} />}
    </QueryState>
  )
}

function Shown({ data, say }: { data: CasesInfoData; say: (text: string) => void }) {
  const { case: shown, kind = null, about = null, lines, acts } = data
  return (
    <Panel title={shown.title} aside={<CaseState state={shown.state} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().number, <Id key="number" value={shown.case} />],
            ...(kind === null
              ? []
              : [[words().kinds[kind] ?? kind, <About key="a" kind={kind} id={about} />] as const]),
            ...(shown.player && kind !== 'player'
              ? [
                  [
                    t.word.player,
                    <Id key="p" value={shown.player} to={`/players/${shown.player}`} />,
                  ] as const,
                ]
              : []),
            [words().assignee, shown.assignee ?? words().nobody],
            [words().opened, <Moment key="at" ms={shown.opened_ms} zone />],
          ]}
        />
        <Actions data={data} say={say} />
        <h3>{words().timeline}</h3>
        <ol className={own.lines}>
          {lines.map((line, index) => (
            // Lines are only ever added at the end.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Line line={line} number={shown.case} />
            </li>
          ))}
        </ol>
        <h3>{words().acts}</h3>
        {acts.length === 0 ? (
          <p className={css.quiet}>{words().noActs}</p>
        ) : (
          <ol className={own.lines}>
            {acts.map((act) => (
              <li key={`${act.at_ms} ${act.call} ${act.subject}`}>
                <Act act={act} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  )
}

/** Screens of what a case can be about; a payment is found on the desk of payments of nobody. */
const paths: Readonly<Record<string, (id: string) => string>> = {
  player: (id) => `/players/${id}`,
  withdrawal: (id) => `/desks/withdrawals?open=${id}`,
  payment: (id) => `/desks/topups?open=${id}`,
  adjustment: (id) => `/desks/proposals?open=${id}`,
}

function About({ kind, id }: { kind: string; id: string | null }) {
  return id === null ? null : <Id value={id} to={paths[kind]?.(id)} />
}

/** Who did it and when, and what. */
function Entry({ by, at, what, children }: { by: string; at: number; what: string; children?: ReactNode }) {
  return (
    <>
      <p className={css.quiet}>
        <strong>{by}</strong> {what} · <Moment ms={at} />
      </p>
      {children}
    </>
  )
}

function Line({ line, number }: { line: StaffCaseLine; number: string }) {
  const { what, by, at_ms: at, text = null, to = null, file = null } = line
  const said = what === 'assigned' ? words().assigned(to) : (words().lines[what] ?? codeWords(what))
  return (
    <Entry by={by} at={at} what={said}>
      {text !== null && (
        <p className={own.text}>
          <Named text={text} />
        </p>
      )}
      {what === 'commented' && text === null && <p className={css.quiet}>{words().gone}</p>}
      {file !== null && <CaseFile number={number} file={file} />}
    </Entry>
  )
}

function Act({ act }: { act: StaffCaseAct }) {
  const { by, at_ms: at, call = null, kind = null, subject = null, reason } = act
  const what = kind === null ? (call ?? '') : words().proposed(codeWords(kind))
  return (
    <Entry by={by} at={at} what={what}>
      <p className={own.text}>
        {subject !== null && (
          <>
            {/* What an export took out is words, no id. */}
            <Id
              value={subject}
              whole={subject.includes(' ')}
              to={kind === null ? undefined : paths['adjustment']?.(subject)}
            />{' '}
          </>
        )}
        <Named text={reason} />
      </p>
    </Entry>
  )
}

type Action = 'comment' | 'attach' | 'assign' | 'close' | 'reopen'

/** What may be done to a case as it is. */
const doable: Readonly<Record<string, readonly Action[]>> = {
  open: ['comment', 'attach', 'assign', 'close'],
  closed: ['reopen'],
}

function Actions({ data, say }: { data: CasesInfoData; say: (text: string) => void }) {
  const { case: number, state, assignee = null } = data.case
  const [action, setAction] = useState<Action | null>(null)
  const may = useCan('cases.comment')
  const close = () => setAction(null)
  const done = (which: Action) => () => {
    close()
    say(words().done[which])
  }
  if (!may) return null
  return (
    <div className={css.actions}>
      {(doable[state] ?? []).map((each) => (
        <Button key={each} look={each === 'comment' ? 'main' : 'plain'} onClick={() => setAction(each)}>
          {words().actions[each]}
        </Button>
      ))}
      {action === 'attach' && <AttachFile number={number} onClose={close} onDone={done('attach')} />}
      {action === 'assign' && (
        <Assign number={number} assignee={assignee} onClose={close} onDone={done('assign')} />
      )}
      {action !== null && action !== 'attach' && action !== 'assign' && (
        <Say number={number} action={action} onClose={close} onDone={done(action)} />
      )}
    </div>
  )
}

type Dialog = { number: string; onClose: () => void; onDone: () => void }

/** A comment, an outcome, or why it is open again. */
function Say({ number, action, onClose, onDone }: Dialog & { action: 'comment' | 'close' | 'reopen' }) {
  const [comment] = useCasesCommentMutation()
  const [close] = useCasesCloseMutation()
  const [reopen] = useCasesReopenMutation()
  const calls = {
    comment: (text: string) => comment({ case: number, text }),
    close: (reason: string) => close({ case: number, reason }),
    reopen: (reason: string) => reopen({ case: number, reason }),
  }
  return (
    <ActionDialog
      title={words().actions[action]}
      label={words().actions[action]}
      says={{ ...words().says[action], lines: action === 'comment' ? 6 : 3 }}
      act={calls[action]}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Gives the case to a member by name; without a name to nobody. */
function Assign({ number, assignee, onClose, onDone }: Dialog & { assignee: string | null }) {
  const me = useStaff(({ session }) => session.me?.name ?? '')
  const [to, setTo] = useState(assignee === me ? '' : me)
  const [assign] = useCasesAssignMutation()
  const name = to.trim()
  return (
    <ActionDialog
      title={words().actions.assign}
      label={name === '' ? words().toNobody : words().actions.assign}
      says={null}
      missing={name === (assignee ?? '') ? words().hasIt : null}
      act={() => assign({ case: number, assignee: name || null })}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField label={words().to} hint={words().toHint} value={to} onChange={setTo} first />
    </ActionDialog>
  )
}
