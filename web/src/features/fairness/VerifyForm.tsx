// The check of a dive in the browser: by its id, or by values that somebody else supplied.
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { fishingDiveDetail, useFishingConfigQuery, useFishingSeedInfoQuery } from '../../api/shared.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Field, TextField } from '../../ui/Field.tsx'
import { Finding } from '../../ui/Finding.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useUser } from '../../state/hooks.ts'
import { useFishingSeedRotateMutation } from './api.ts'
import { factsOfPast, findingsOf, freshSeed, isBroken, type DeviceFindings } from '../../state/deviceValue.ts'
import { asPaytable, type Paytable } from './paytable.ts'
import { RecentDives } from './RecentDives.tsx'
import { DeviceView, VerdictView } from './VerdictView.tsx'
import { parseCasts, verify, type Evidence, type Verdict } from './verify.ts'
import css from './fairness.module.css'

type Mode = 'dive' | 'values'
type Outcome = { verdict: Verdict } | { fault: string } | null

/** `dive` fills the form when the player comes from a receipt. */
export function VerifyForm({ dive = '' }: { dive?: string }) {
  const { t } = useTranslation('fairness')
  const [mode, setMode] = useState<Mode>('dive')
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [busy, setBusy] = useState(false)
  const { data: config } = useFishingConfigQuery()
  const inForce = asPaytable(config?.paytable)

  const run = async ({ paytable = inForce, ...evidence }: Claim) => {
    if (!paytable) return setOutcome({ fault: t('verify.noTable') })
    setBusy(true)
    try {
      setOutcome({ verdict: await verify({ ...evidence, paytable }) })
    } catch {
      setOutcome({ fault: t('verify.badCasts') })
    } finally {
      setBusy(false)
    }
  }

  const shared = { busy: busy || !inForce, onRun: run, onFault: (fault: string) => setOutcome({ fault }) }
  return (
    <div className={css.block}>
      <h3>{t('verify.title')}</h3>
      <p className={css.quiet}>{t('verify.text')}</p>
      <Chips
        label={t('verify.mode')}
        value={mode}
        options={[
          { value: 'dive', label: t('verify.byId') },
          { value: 'values', label: t('verify.byValues') },
        ]}
        onChange={(next) => {
          setMode(next)
          setOutcome(null)
        }}
      />
      {mode === 'dive' ? (
        <ByDive key={dive} {...shared} dive={dive} />
      ) : (
        <ByValues {...shared} tableHash={config?.table_hash ?? ''} />
      )}
      <div aria-live="polite">
        {outcome &&
          ('verdict' in outcome ? (
            <VerdictView verdict={outcome.verdict} tableNow={inForce?.version ?? ''} />
          ) : (
            <Finding ok={false}>{outcome.fault}</Finding>
          ))}
      </div>
    </div>
  )
}

/** A dive brings the paytable that it was played under; values are checked with the one in force. */
type Claim = Omit<Evidence, 'paytable'> & { paytable?: Paytable | null }
type PartProps = {
  busy: boolean
  onRun: (claim: Claim) => Promise<void>
  onFault: (fault: string) => void
}

function ByDive({ busy, onRun, onFault, dive }: PartProps & { dive: string }) {
  const { t } = useTranslation('fairness')
  const [id, setId] = useState(dive)
  const [load, { isFetching }] = fishingDiveDetail.useLazyQuery()
  const { data: seed } = useFishingSeedInfoQuery({})
  /** The commit under which a dive was found to be still in use: it is over with the next one. */
  const [inUse, setInUse] = useState<string | null>(null)
  const [device, setDevice] = useState<DeviceFindings | null>(null)
  const account = useUser()?.user_id ?? ''

  const check = async () => {
    if (!id.trim()) return onFault(t('verify.badDive'))
    const result = await load({ dive_id: id.trim() })
    if (result.error || !result.data) return toastError(result.error)
    const { server_seed, client_seed, commit, casts, table_hash, paytable } = result.data
    const found = findingsOf(account, factsOfPast({ dive_id: id.trim(), ...result.data }))
    setDevice(found)
    if (server_seed === null || server_seed === undefined) return setInUse(seed?.commit ?? '')
    setInUse(null)
    await onRun({
      serverSeed: server_seed,
      clientSeed: client_seed,
      commit,
      casts,
      tableHash: table_hash,
      paytable: asPaytable(paytable),
      device: found,
    })
  }

  return (
    <form
      className={css.block}
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <RecentDives chosen={id} onChoose={setId} />
      <Field label={t('verify.dive')} value={id} mono onChange={(event) => setId(event.target.value)} />
      <Button type="submit" icon="shield" busy={busy || isFetching}>
        {t('verify.run')}
      </Button>
      <div className={css.block} aria-live="polite">
        {inUse !== null && isBroken(device) && <DeviceView device={device} />}
        {inUse !== null && inUse === seed?.commit && <Reveal busy={isFetching} onRevealed={check} />}
      </div>
    </form>
  )
}

/** The seed of the dive is in use: what that means, and the rotation with the check after it in one act. */
function Reveal({ busy, onRevealed }: { busy: boolean; onRevealed: () => Promise<void> }) {
  const { t } = useTranslation('fairness')
  const [rotate, { isLoading }] = useFishingSeedRotateMutation()
  const reveal = async () => {
    const result = await rotate({ client_seed: freshSeed() })
    if (result.error) return toastError(result.error)
    return onRevealed()
  }
  return (
    <>
      <p className={css.quiet}>{t('verify.hidden')}</p>
      <Button look="secondary" icon="refresh" busy={isLoading || busy} onClick={() => void reveal()}>
        {t('verify.reveal')}
      </Button>
    </>
  )
}

function ByValues({ busy, onRun, onFault, tableHash }: PartProps & { tableHash: string }) {
  const { t } = useTranslation('fairness')
  const [values, setValues] = useState({ server: '', client: '', commit: '', casts: '' })
  const set = (field: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [field]: event.target.value })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const casts = parseCasts(values.casts)
    if (!/^[0-9a-f]{64}$/i.test(values.server.trim())) return onFault(t('verify.badSeed'))
    if (!casts) return onFault(t('verify.badCasts'))
    void onRun({
      serverSeed: values.server.trim(),
      clientSeed: values.client.trim(),
      commit: values.commit.trim(),
      casts,
      tableHash,
    })
  }

  return (
    <form className={css.block} onSubmit={submit}>
      <Field label={t('verify.server')} value={values.server} mono onChange={set('server')} />
      <Field label={t('verify.commit')} value={values.commit} mono onChange={set('commit')} />
      <Field label={t('verify.clientSeed')} value={values.client} mono onChange={set('client')} />
      <TextField
        label={t('verify.casts')}
        hint={t('verify.castsHint')}
        rows={4}
        value={values.casts}
        mono
        onChange={set('casts')}
      />
      <Button type="submit" icon="shield" busy={busy}>
        {t('verify.run')}
      </Button>
    </form>
  )
}
