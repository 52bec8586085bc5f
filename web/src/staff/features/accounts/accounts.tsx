// Accounts of members: who may what. A new password and second factor are shown once and kept nowhere here.
import { useState } from 'react'
import { QrCode } from '../../../shared/QrCode.tsx'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
  type StaffIssued,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { fresh } from '../../parts/AsOf.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { useNow } from '../../ui/useNow.ts'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { AccountKeys } from './AccountKeys.tsx'
import own from './accounts.module.css'

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
  { key: 'name', title: () => words().name, width: 150, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'state', title: () => words().state, width: 110, cell: (account) => <State account={account} /> },
  {
    key: 'roles',
    title: () => words().roles,
    width: 200,
    grow: true,
    cell: ({ roles: given }) => given.map(roleWords).join(', '),
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
  const query = useStaffListQuery(undefined, fresh)
  const [name, setName] = useState<string | null>(null)
  const [action, setAction] = useState<Action | null>(null)
  const [issued, setIssued] = useState<StaffIssued | null>(null)
  const [done, say] = useNotice()
  const mayAdd = useCan('staff.add')
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        mayAdd && (
          <Button look="main" onClick={() => setAction('add')}>
            {words().add}
          </Button>
        )
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
                    onOpen={(account) => setName(account.name)}
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
                  onDone={(text, secret) => {
                    setAction(null)
                    setIssued(secret)
                    say(text)
                  }}
                />
              )}
              {issued && <Issued issued={issued} onClose={() => setIssued(null)} />}
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

function State({ account: { disabled, locked_until_ms: until = null } }: { account: StaffAccount }) {
  const now = useNow()
  if (disabled) return <Badge tone="bad">{words().disabled}</Badge>
  if (until !== null && until > now) return <Badge tone="warn">{words().locked}</Badge>
  return <Badge tone="good">{words().open}</Badge>
}

function Account({ account, onAction }: { account: StaffAccount; onAction: (action: Action) => void }) {
  const can = useCan('staff.roles')
  const { locked_until_ms: until = null } = account
  return (
    <Panel title={account.name} aside={<State account={account} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().roles, account.roles.map(roleWords).join(', ')],
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
  onDone: (text: string, issued: StaffIssued | null) => void
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
      onDone={(data) => onDone(words().done[action](who), isIssued(data) ? data : null)}
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
              label={roleWords(role)}
              checked={chosen.includes(role)}
              onChange={(on) => setChosen(on ? [...chosen, role] : chosen.filter((other) => other !== role))}
            />
          ))}
        </fieldset>
      )}
      {action === 'add' && (
        <TextField label={words().own} hint={words().ownHint} value={own} onChange={setOwn} mono optional />
      )}
      {action !== 'add' && action !== 'enable' && <p className={css.quiet}>{words().endsSessions}</p>}
    </ActionDialog>
  )
}

/** The secrets of a member, shown once. */
function Issued({ issued, onClose }: { issued: StaffIssued; onClose: () => void }) {
  return (
    <Dialog title={words().issued(issued.name)} onClose={onClose}>
      <div className={css.stack}>
        <p className={css.warn}>{words().once}</p>
        <div className={css.card}>
          <span className={css.quiet}>{words().password}</span>
          <code>
            <Id value={issued.password} whole />
          </code>
        </div>
        <div className={css.card}>
          <span className={css.quiet}>{words().totp}</span>
          <code>
            <Id value={issued.totp_secret} whole />
          </code>
        </div>
        <QrCode className={own.code} text={issued.otpauth_url} label={words().totpCode} />
        <div className={css.buttons}>
          <Button look="main" onClick={onClose}>
            {words().kept}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function isIssued(data: unknown): data is StaffIssued {
  return typeof (data as Partial<StaffIssued> | null)?.password === 'string'
}

function roleWords(role: string): string {
  return role.replaceAll('_', ' ')
}
