/** Finished dives, newest first, each with its sum and every cast. */
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFishingHistoryPagesInfiniteQuery } from '../../api/shared.ts'
import type { HistoryLine, PlaySession } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { DiveMaths } from './DiveMaths.tsx'
import { netOf } from './model.ts'
import { Receipt } from './Receipt.tsx'
import css from './Sheets.module.css'

/** One sheet for the list and for one dive. */
export function HistorySheet({
  open,
  session,
  onClose,
}: {
  open: boolean
  session: PlaySession | null
  onClose: () => void
}) {
  const { t } = useTranslation(['dives', 'fishing'])
  const [chosen, setChosen] = useState<HistoryLine | null>(null)
  const close = () => {
    setChosen(null)
    onClose()
  }
  return (
    <Sheet open={open} title={t('dives.title')} onClose={close}>
      {chosen === null ? (
        <>
          {session !== null && <Session session={session} />}
          <Dives onChoose={setChosen} />
        </>
      ) : (
        <>
          <Button look="plain" icon="back" onClick={() => setChosen(null)}>
            {t('dives.back')}
          </Button>
          <DiveMaths result={chosen} />
          <h3 className={css.head}>{t('receipt.title')}</h3>
          <Receipt diveId={chosen.dive_id} onLeave={close} />
        </>
      )}
    </Sheet>
  )
}

function Session({ session }: { session: PlaySession }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <section className={css.session} aria-label={t('dives.session')}>
      <h3>{t('dives.session')}</h3>
      <dl>
        <div>
          <dt>{t('staked')}</dt>
          <dd>
            <Amount value={session.staked} asset="coin" icon={false} />
          </dd>
        </div>
        <div>
          <dt>{t('dives.won')}</dt>
          <dd>
            <Amount value={session.won} asset="gusd" icon={false} />
          </dd>
        </div>
        <div>
          <dt>{t('net')}</dt>
          <dd>
            <Amount value={session.net} asset="gusd" icon={false} signed toned />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Dives({ onChoose }: { onChoose: (dive: HistoryLine) => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const query = useFishingHistoryPagesInfiniteQuery()
  return (
    <PagesState
      query={query}
      heights={[1.2, 1.2, 1.2]}
      empty={<Empty icon="fish" title={t('dives.empty')} text={t('dives.emptyText')} />}
    >
      {(dives) => (
        <ul className={css.dives}>
          {dives.map((dive) => (
            <li key={dive.dive_id}>
              <DiveRow dive={dive} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </PagesState>
  )
}

function DiveRow({ dive, onChoose }: { dive: HistoryLine; onChoose: (dive: HistoryLine) => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <button type="button" className={css.diveRow} onClick={() => onChoose(dive)}>
      <span>
        <b>{t('dives.casts', { count: dive.casts, stake: formatAmount(dive.stake, 'coin') })}</b>
        <small>
          {formatTime(dive.closed_at)}
          {dive.start_level > 1 && ` · ${t('dives.from', { level: dive.start_level })}`}
        </small>
      </span>
      <span className={css.gains}>
        <Amount value={netOf(dive)} asset="gusd" icon={false} signed toned />
        <small>
          <Amount value={dive.payout} asset="gusd" />
        </small>
      </span>
      <Icon name="chevron" />
    </button>
  )
}
