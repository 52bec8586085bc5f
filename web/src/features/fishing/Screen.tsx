/**
 * The main screen: the sea with its ruler, catch, safe box and shield, and the dock below.
 *
 * A kept screen: its effects end when the player leaves and start again on return, its choices stay.
 */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFishingSeedInfoQuery } from '../../api/shared.ts'
import type { FishingConfigData } from '../../api/endpoints.gen.ts'
import { allowClosingSwipe, confirmClosing } from '../../platform/messenger.ts'
import { useAssets, usePageValue } from '../../state/hooks.ts'
import type { Json } from '../../state/pages.ts'
import { ErrorCard, Skeleton } from '../../ui/states.tsx'
import { DepthNote } from './DepthNote.tsx'
import { Dock } from './Dock.tsx'
import { loadSheets, useDiveParts, type DiveParts } from './later.ts'
import { atRest, canPay, diamondsFor, restOf } from './model.ts'
import { Ruler } from './Ruler.tsx'
import { StartControls } from './StartControls.tsx'
import type { Notice } from './commands.ts'
import { useDive, type DiveDesk } from './useDive.ts'
import { useScene, type SeaView } from './useScene.ts'
import css from './Screen.module.css'

// Fetched as soon as the controls stand: nothing of it is seen before the first tap.
const GameSheets = lazy(loadSheets)

/** Stake a newcomer begins with: the first check-in's 100 coins last for ten casts (ASSUMED). */
const firstStake = 10
const isCount = (value: Json): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** The game. */
export function Screen() {
  const [model, setModel] = useState(atRest)
  const [answered, setAnswered] = useState(false)
  const sea = useScene(model, answered)
  const desk = useDive(sea.play)
  const parts = useDiveParts()
  const { info, config } = desk
  useEffect(() => {
    allowClosingSwipe(false)
    return () => allowClosingSwipe(true)
  }, [])
  const failed = info.data === undefined ? info.error : config.data === undefined ? config.error : undefined
  const stands =
    info.data !== undefined && config.data !== undefined && (desk.dive === null || parts !== null)
  useEffect(() => {
    if (stands || failed !== undefined) setAnswered(true)
  }, [stands, failed])
  const retry = () => {
    if (info.error !== undefined) void info.refetch()
    if (config.error !== undefined) void config.refetch()
  }
  return (
    <div className={css.screen}>
      <Sea view={sea} />
      {stands && config.data !== undefined ? (
        <Game desk={desk} parts={parts} config={config.data} onModel={setModel} />
      ) : (
        <div className={css.waiting}>
          {failed === undefined ? (
            <Skeleton heights={[0.9, 0.9, 1.1]} />
          ) : (
            <ErrorCard error={failed} onRetry={retry} busy={info.isFetching || config.isFetching} />
          )}
        </div>
      )}
    </div>
  )
}

function Sea({ view }: { view: SeaView }) {
  const { t } = useTranslation('fishing')
  return (
    <div className={css.sea} data-state={view.state}>
      <div ref={view.host} className={css.host} data-testid="sea" />
      {view.state === 'failed' && (
        <p className={css.failed} role="status">
          {t('seaFailed')}
        </p>
      )}
    </div>
  )
}

type GameProps = {
  desk: DiveDesk
  parts: DiveParts | null
  config: FishingConfigData
  onModel: (model: ReturnType<typeof restOf>) => void
}

/** `parts` are there whenever there is a dive. */
function Game({ desk, parts, config, onModel }: GameProps) {
  const { dive, busy, announcement } = desk
  const assets = useAssets()
  const [stakeKept, setStake] = usePageValue('fishing', 'stake', firstStake, isCount)
  const [levelKept, setLevel] = usePageValue('fishing', 'level', 1, isCount)
  const [shieldFor, setShieldFor] = useState<string | null>(null)
  const [sheet, setSheet] = useState<'fair' | 'history' | 'start' | null>(null)
  const [ownNotice, setOwnNotice] = useState<Notice | null>(null)
  const seed = useFishingSeedInfoQuery({}, { skip: dive !== null })
  const stake = config.play_options.includes(stakeKept) ? stakeKept : (config.play_options[0] ?? firstStake)
  const startLevel = config.deep_start.some((start) => start.level === levelKept) ? levelKept : 1
  const level = dive?.level ?? startLevel
  // The shield belongs to one cast: it stays for the next try of the same one and goes with no other.
  const step = dive === null ? null : `${dive.dive_id} ${dive.seq}`
  const shield = step !== null && step === shieldFor
  const rest = useMemo(
    () => restOf(dive, { startLevel, shield, waiting: busy === 'cast' }),
    [dive, startLevel, shield, busy],
  )
  useEffect(() => onModel(rest), [onModel, rest])
  const diving = dive !== null
  useEffect(() => confirmClosing(diving), [diving])
  const notice = desk.notice ?? ownNotice
  const begin = () => {
    desk.closeResult()
    if (assets !== null && !canPay(stake, assets)) setOwnNotice({ about: 'coins', error: null })
    else void desk.start(stake, startLevel)
  }
  const commitment =
    dive !== null
      ? { commit: dive.commit, clientSeed: dive.client_seed, nonce: dive.nonce, tableHash: config.table_hash }
      : seed.data === undefined
        ? null
        : {
            commit: seed.data.commit,
            clientSeed: seed.data.client_seed,
            nonce: seed.data.nonce,
            tableHash: config.table_hash,
          }
  return (
    <>
      <div className={css.over}>
        <Ruler bands={config.bands} level={level} />
        <DepthNote paytable={config.paytable} level={level} />
        {parts !== null && dive !== null && (
          <parts.SideColumn
            dive={dive}
            announcement={announcement}
            shield={shield}
            cost={config.shield_cost}
            disabled={busy !== null}
            onShield={(on) => setShieldFor(on ? step : null)}
          />
        )}
        {parts !== null && dive !== null && <parts.CatchStrip line={dive.line} />}
        {parts !== null && (
          <parts.Notes
            dive={dive}
            announcement={announcement}
            resumed={dive !== null && desk.resumed && busy === null}
            onClose={desk.dismissResumed}
          />
        )}
      </div>
      <Dock
        config={config}
        dive={dive}
        commit={commitment?.commit ?? null}
        onFair={() => setSheet('fair')}
        onHistory={() => setSheet('history')}
      >
        {dive === null || parts === null ? (
          <StartControls
            config={config}
            assets={assets}
            stake={stake}
            level={startLevel}
            closed={desk.closed}
            busy={busy !== null}
            onChoose={() => setSheet('start')}
            onDive={begin}
            onCoins={() => setOwnNotice({ about: 'coins', error: null })}
          />
        ) : (
          <parts.DiveControls
            dive={dive}
            busy={busy}
            readyAt={Math.max(desk.readyAt, dive.next_cast_at)}
            pauseMs={config.min_cast_ms}
            onCast={() => void desk.cast(shield)}
            onSurface={() => void desk.surface()}
          />
        )}
      </Dock>
      <Suspense>
        <GameSheets
          result={{
            result: desk.result,
            best: desk.best,
            level: startLevel,
            diamonds: diamondsFor(startLevel, config),
            onClose: desk.closeResult,
            onAgain: begin,
          }}
          start={{
            open: sheet === 'start' && dive === null,
            config,
            stake,
            level: startLevel,
            closed: desk.closed,
            onStake: setStake,
            onLevel: setLevel,
            onClose: () => setSheet(null),
          }}
          history={{
            open: sheet === 'history',
            session: desk.info.data?.session ?? null,
            onClose: () => setSheet(null),
          }}
          fair={{ open: sheet === 'fair', commitment, onClose: () => setSheet(null) }}
          reality={{
            session: desk.info.data?.session ?? null,
            busy: busy !== null,
            covered: desk.result !== null || notice !== null || sheet !== null,
            refetch: async () => (await desk.refresh())?.session ?? null,
          }}
          notice={{
            notice,
            stake: dive?.stake ?? stake,
            diving: dive !== null,
            freeCoin: desk.info.data?.free_coin ?? null,
            onClose: () => {
              desk.closeNotice()
              setOwnNotice(null)
            },
          }}
        />
      </Suspense>
    </>
  )
}
