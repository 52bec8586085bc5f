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
import { ActDialog } from '../../parts/ActionDialog.tsx'
import { useDone } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { useNow } from '../../ui/useNow.ts'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
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
type Deed = 'add' | 'roles' | 'disable' | 'enable' | 'reset'

const columns: readonly Column<StaffAccount>[] = [
  { key: 'name', title: () => words().name, width: 150, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'state', title: () => words().state, width: 110, cell: (account) => <State account={account} /> },
  {
    key: 'roles',
    title: () => words().roles,
    width: 200,
    grow: true,
    cell: ({ roles: held }) => held.map(roleWords).join(', '),
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
  const query = useStaffListQuery()
  const [name, setName] = useState<string | null>(null)
  const [deed, setDeed] = useState<Deed | null>(null)
  const [issued, setIssued] = useState<StaffIssued | null>(null)
  const [done, say] = useDone()
  const mayAdd = useCan('staff.add')
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        mayAdd && (
          <Button look="main" onClick={() => setDeed('add')}>
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
                aside={open && <Account account={open} onDeed={setDeed} />}
              />
              {deed && (
                <Deeds
                  deed={deed}
                  account={deed === 'add' ? null : open}
                  onClose={() => setDeed(null)}
                  onDone={(text, secret) => {
                    setDeed(null)
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

function Account({ account, onDeed }: { account: StaffAccount; onDeed: (deed: Deed) => void }) {
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
        {can && (
          <div className={css.actions}>
            <Button onClick={() => onDeed('roles')}>{words().setRoles}</Button>
            <Button onClick={() => onDeed('reset')}>{words().reset}</Button>
            {account.disabled ? (
              <Button onClick={() => onDeed('enable')}>{words().enable}</Button>
            ) : (
              <Button look="danger" onClick={() => onDeed('disable')}>
                {words().disable}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}

type DeedProps = {
  deed: Deed
  account: StaffAccount | null
  onClose: () => void
  onDone: (text: string, issued: StaffIssued | null) => void
}

function Deeds({ deed, account, onClose, onDone }: DeedProps) {
  const [name, setName] = useState('')
  const [own, setOwn] = useState('')
  const [held, setHeld] = useState<readonly string[]>(account?.roles ?? [])
  const [add] = useStaffAddMutation()
  const [setRoles] = useStaffRolesMutation()
  const [disable] = useStaffDisableMutation()
  const [enable] = useStaffEnableMutation()
  const [reset] = useStaffResetMutation()
  const who = account?.name ?? name.trim()
  const choosesRoles = deed === 'add' || deed === 'roles'
  const acts = {
    add: (reason: string) => add({ name: who, roles: [...held], own: own.trim() || null, reason }),
    roles: (reason: string) => setRoles({ name: who, roles: [...held], reason }),
    disable: (reason: string) => disable({ name: who, reason }),
    enable: (reason: string) => enable({ name: who, reason }),
    reset: (reason: string) => reset({ name: who, reason }),
  }
  const missing =
    who === '' ? words().needsName : choosesRoles && held.length === 0 ? words().needsRole : null
  return (
    <ActDialog
      title={words().deed[deed](who)}
      label={words().do[deed]}
      danger={deed === 'disable' || deed === 'reset'}
      missing={missing}
      act={acts[deed]}
      onClose={onClose}
      onDone={(data) => onDone(words().done[deed](who), isIssued(data) ? data : null)}
    >
      {deed === 'add' && (
        <TextField label={words().name} hint={words().nameHint} value={name} onChange={setName} mono />
      )}
      {choosesRoles && (
        <fieldset className={css.checks}>
          <legend>{words().roles}</legend>
          {roles.map((role) => (
            <CheckField
              key={role}
              label={roleWords(role)}
              checked={held.includes(role)}
              onChange={(on) => setHeld(on ? [...held, role] : held.filter((other) => other !== role))}
            />
          ))}
        </fieldset>
      )}
      {deed === 'add' && (
        <TextField label={words().own} hint={words().ownHint} value={own} onChange={setOwn} mono optional />
      )}
      {deed !== 'add' && deed !== 'enable' && <p className={css.quiet}>{words().endsSessions}</p>}
    </ActDialog>
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
