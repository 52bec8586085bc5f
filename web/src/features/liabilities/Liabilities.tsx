// "Your balance is in the total": what the house owes to all players, signed, and the player's own part of it, checked
// on this device.
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatTime } from '../../i18n/time.ts'
import type { WalletProofData } from '../../api/endpoints.gen.ts'
import { launchUser } from '../../platform/launch.ts'
import { addAmounts, isPositive, type AssetName } from '../../shared/money.ts'
import type { Unmade } from '../../shared/publicNote.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Code } from '../../ui/Field.tsx'
import { Finding } from '../../ui/Finding.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Table } from '../../ui/Table.tsx'
import { Empty, ErrorCard, Skeleton } from '../../ui/states.tsx'
import { useAppDispatch } from '../../state/hooks.ts'
import { historyBefore, useWalletProofQuery } from './api.ts'
import { checkShare, type Broken, type Share } from './check.ts'
import css from './liabilities.module.css'

/** About what is shown instead, so that nothing below it moves: no statement yet, or a proof. */
const NONE_HEIGHTS = [3.5]
const PROOF_HEIGHTS = [1, 4, 5]

/** The newest statement and what this device finds in it. */
export function Liabilities() {
  const { t } = useTranslation('liabilities')
  const query = useWalletProofQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <div className={css.block}>
      <p>{t('lead')}</p>
      <QueryState query={query} heights={NONE_HEIGHTS}>
        {(data) =>
          data.statement === null ? (
            <Empty icon="shield" title={t('none')} text={t('noneText')} />
          ) : (
            <>
              <Checked key={data.statement.at} statement={data.statement} proofs={data.proofs} />
              <Custody accounts={data.custody} />
            </>
          )
        }
      </QueryState>
    </div>
  )
}

type Given = { statement: NonNullable<WalletProofData['statement']>; proofs: WalletProofData['proofs'] }

function Checked({ statement, proofs }: Given) {
  const { t } = useTranslation('liabilities')
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Share | Broken | Unmade | null>(null)
  const run = useCallback(() => {
    const heldBefore = async (asset: string, last_id: string) => {
      const asked = historyBefore.initiate({ asset, last_id, size: 1 }, { subscribe: false })
      return (await dispatch(asked).unwrap()).list[0]?.after ?? '0'
    }
    setFound(null)
    void checkShare(statement, proofs, launchUser(), heldBefore).then(setFound)
  }, [dispatch, statement, proofs])
  useEffect(run, [run])

  if (found === null)
    return (
      <>
        <p className={css.quiet} role="status">
          {t('checking')}
        </p>
        <Skeleton heights={PROOF_HEIGHTS} />
      </>
    )
  if (found.ok === null)
    return found.error ? <ErrorCard error={found.error} onRetry={run} /> : <Unable onRetry={run} />
  return (
    <div className={css.block} aria-live="polite">
      {found.ok ? <Held share={found} /> : <NotHeld why={found.why} at={statement.at} />}
      <p className={css.quiet}>
        {t('publicNote')}{' '}
        <a href={`/liabilities/${statement.at}`} target="_blank" rel="noreferrer">
          {t('public')}
        </a>
      </p>
      <Code label={t('key')} value={statement.vkey} />
      <Button look="secondary" icon="refresh" onClick={run}>
        {t('again')}
      </Button>
    </div>
  )
}

function Held({ share }: { share: Share }) {
  const { t } = useTranslation(['liabilities', 'common'])
  const assets = share.owed.map((line) => ({ ...line, asset: line.asset as AssetName }))
  const isOwed = assets.some(({ asset, own }) => isPositive(own, asset))
  return (
    <>
      {isOwed ? (
        <Finding ok>{t('holds')}</Finding>
      ) : (
        <Empty icon="shield" title={t('nothing')} text={t('nothingText')} />
      )}
      <Table
        caption={t('table')}
        head={[t('asset'), t('heldThen'), t('own'), t('total')]}
        rows={assets
          .filter(({ asset, total }) => isPositive(total, asset))
          .map(({ asset, total, own, held }) => ({
            key: asset,
            cells: [
              t(`common:asset.${asset}`),
              <Amount key="held" value={held} asset={asset} icon={false} />,
              <Amount key="own" value={own} asset={asset} icon={false} />,
              <Amount key="total" value={total} asset={asset} icon={false} />,
            ],
          }))}
      />
      <p className={css.quiet}>
        {t('asOf', { time: formatTime(share.time_ms), checkpoint: share.checkpoint })}
      </p>
      <p className={css.quiet}>{t('limits')}</p>
    </>
  )
}

/** The house's accounts, which everybody can look at on their chains, and what they hold together. */
function Custody({ accounts }: { accounts: WalletProofData['custody'] }) {
  const { t } = useTranslation('liabilities')
  if (accounts.length === 0) return null
  const sum = accounts.reduce((sum, { held }) => addAmounts(sum, held, 'usdt'), '0')
  return (
    <section className={css.block} aria-label={t('held')}>
      <h3>{t('held')}</h3>
      <p className={css.quiet}>{t('heldLead')}</p>
      {accounts.map(({ chain, address, held, at }) => (
        <div key={address} className={css.block}>
          <Code label={t('account', { chain: chain.toUpperCase() })} value={address} />
          <p className={css.quiet}>
            <Amount value={held} asset="usdt" /> {t('seen', { time: formatTime(at) })}
          </p>
        </div>
      ))}
      <p>
        {t('heldTogether')} <Amount value={sum} asset="usdt" />{' '}
        <a href="/custody" target="_blank" rel="noreferrer">
          {t('heldPublic')}
        </a>
      </p>
    </section>
  )
}

function NotHeld({ why, at }: { why: string; at: number }) {
  const { t } = useTranslation('liabilities')
  return (
    <div role="alert" className={css.block}>
      <Finding ok={false}>{t('broken')}</Finding>
      <p>{t('brokenText', { time: formatTime(at) })}</p>
      <Code label={t('why')} value={why} />
    </div>
  )
}

/** Neither good nor bad: this browser cannot make the check. */
function Unable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('liabilities')
  return (
    <Empty icon="alert" title={t('unable')} text={t('unableText')}>
      <Button look="secondary" icon="refresh" onClick={onRetry}>
        {t('again')}
      </Button>
    </Empty>
  )
}
