// Accounts of members: who may what. One of security proposes, another approves; the code of a new account is shown
// once.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { CheckField, TextField } from '../../ui/Field.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import {
  useStaffAddMutation,
  useStaffDisableMutation,
  useStaffEnableMutation,
  useStaffListQuery,
  useStaffResetMutation,
  useStaffRolesMutation,
  type StaffAccount,
  type StaffInvited,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { useNow } from '../../ui/useNow.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { AccountKeys } from './AccountKeys.tsx'
import { Invited, isInvited } from './Invited.tsx'
import { codeWords, listed } from '../../words/codes.ts'

const words = () => t.accounts
/** Roles as the server names them (api §7). */
const roles = [
  'support',
  'risk',
  'finance',
  'finance_lead',
  'content',
  'config_admin',
  'security',
  'auditor',
] as const
type Action = 'add' | 'roles' | 'disable' | 'enable' | 'reset'

const columns: readonly Column<StaffAccount>[] = [
  { key: 'name', title: () => words().name, width: 220, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'state', title: () => words().state, width: 110, cell: (account) => <State account={account} /> },
  {
    key: 'roles',
    title: () => words().roles,
    width: 200,
    grow: true,
    cell: ({ roles: given }) => listed(given.map(codeWords)),
  },
  {
    key: 'sessions',
    title: () => words().sessions,
    width: 126,
    align: 'end',
    cell: ({ sessions }) => sessions,
  },
  {
    key: 'failures',
    title: () => words().failures,
    width: 136,
    align: 'end',
    cell: ({ failures }) => failures,
  },
]

export default function AccountsScreen() {
  // A key that waits for approval comes from another person's screen.
  const query = useFresh(useStaffListQuery())
  const [{ open: name = null }, set] = useFilters(['open'])
  const [action, setAction] = useState<Action | null>(null)
  const [invited, setInvited] = useState<StaffInvited | null>(null)
  const [done, say] = useNotice()
  const mayAdd = useCan('staff.add')
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <ExportList list="staff/list" />
          {mayAdd && (
            <Button look="main" onClick={() => setAction('add')}>
              {words().add}
            </Button>
          )}
        </>
      }
    >
      {done}
      <QueryState query={query}>
        {({ list }) => {
          const open = list.find((account) => account.name === name) ?? null
          return (
            <>
              <Split
                list={
                  <DataTable
                    name="accounts"
                    label={words().title}
                    columns={columns}
                    rows={list}
                    rowKey={(account) => account.name}
                    onOpen={(account) => set({ open: account.name })}
                    openKey={name}
                    total={list.length}
                  />
                }
                aside={open && <Account account={open} onAction={setAction} />}
              />
              {action && (
                <ActionForm
                  action={action}
                  account={action === 'add' ? null : open}
                  onClose={() => setAction(null)}
                  onDone={(text, made) => {
                    setAction(null)
                    setInvited(made)
                    say(text)
                  }}
                />
              )}
              {invited && <Invited invited={invited} onClose={() => setInvited(null)} />}
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

function State({ account }: { account: StaffAccount }) {
  const now = useNow()
  const { disabled, locked_until_ms: until = null, activate_until_ms: activate = null } = account
  if (disabled) return <Badge tone="bad">{words().disabled}</Badge>
  if (activate !== null) return <Badge tone="warn">{activate > now ? words().invited : words().lapsed}</Badge>
  if (until !== null && until > now) return <Badge tone="warn">{words().locked}</Badge>
  return <Badge tone="good">{words().open}</Badge>
}

function Account({ account, onAction }: { account: StaffAccount; onAction: (action: Action) => void }) {
  const can = useCan('staff.roles')
  const { locked_until_ms: until = null, activate_until_ms: activate = null } = account
  return (
    <Panel title={account.name} aside={<State account={account} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().roles, listed(account.roles.map(codeWords))],
            [
              words().own,
              account.own ? (
                <Id key="own" value={account.own} to={`/players/${account.own}`} />
              ) : (
                words().nobody
              ),
            ],
            [words().sessions, account.sessions],
            [words().failures, account.failures],
            ...(activate === null
              ? []
              : [[words().activateUntil, <Moment key="activate" ms={activate} zone />] as const]),
            ...(until === null
              ? []
              : [[words().lockedUntil, <Moment key="until" ms={until} zone />] as const]),
          ]}
        />
        <AccountKeys account={account} />
        {can && (
          <div className={css.actions}>
            <Button onClick={() => onAction('roles')}>{words().setRoles}</Button>
            <Button onClick={() => onAction('reset')}>{words().reset}</Button>
            {account.disabled ? (
              <Button onClick={() => onAction('enable')}>{words().enable}</Button>
            ) : (
              <Button look="danger" onClick={() => onAction('disable')}>
                {words().disable}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}

type ActionProps = {
  action: Action
  account: StaffAccount | null
  onClose: () => void
  onDone: (text: string, invited: StaffInvited | null) => void
}

function ActionForm({ action, account, onClose, onDone }: ActionProps) {
  const [name, setName] = useState('')
  const [own, setOwn] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(account?.roles ?? [])
  const [add] = useStaffAddMutation()
  const [setRoles] = useStaffRolesMutation()
  const [disable] = useStaffDisableMutation()
  const [enable] = useStaffEnableMutation()
  const [reset] = useStaffResetMutation()
  const who = account?.name ?? name.trim()
  const choosesRoles = action === 'add' || action === 'roles'
  const calls = {
    add: (reason: string) => add({ name: who, roles: [...chosen], own: own.trim() || null, reason }),
    roles: (reason: string) => setRoles({ name: who, roles: [...chosen], reason }),
    disable: (reason: string) => disable({ name: who, reason }),
    enable: (reason: string) => enable({ name: who, reason }),
    reset: (reason: string) => reset({ name: who, reason }),
  }
  const missing =
    who === '' ? words().needsName : choosesRoles && chosen.length === 0 ? words().needsRole : null
  return (
    <ActionDialog
      title={words().titles[action](who)}
      label={words().labels[action]}
      danger={action === 'disable' || action === 'reset'}
      missing={missing}
      act={calls[action]}
      onClose={onClose}
      onDone={(data) => onDone(words().done[action](who), isInvited(data) ? data : null)}
    >
      {action === 'add' && (
        <TextField label={words().name} hint={words().nameHint} value={name} onChange={setName} mono />
      )}
      {choosesRoles && (
        <fieldset className={css.checks}>
          <legend>{words().roles}</legend>
          {roles.map((role) => (
            <CheckField
              key={role}
              label={codeWords(role)}
              checked={chosen.includes(role)}
              onChange={(on) => setChosen(on ? [...chosen, role] : chosen.filter((other) => other !== role))}
            />
          ))}
        </fieldset>
      )}
      {action === 'add' && (
        <TextField label={words().own} hint={words().ownHint} value={own} onChange={setOwn} mono optional />
      )}
      {action !== 'add' && action !== 'enable' && <p className={css.quiet}>{words().endsSessions[action]}</p>}
      {action !== 'disable' && <p className={css.quiet}>{words().needsTwo}</p>}
    </ActionDialog>
  )
}
