// Every chance of the published table, band by band, and the rules of danger bonus and multipliers.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { FishingConfigData } from '../../api/endpoints.gen.ts'
import { useFishingConfigQuery } from '../../api/shared.ts'
import { Chips } from '../../ui/Chips.tsx'
import { Code } from '../../ui/Field.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Table } from '../../ui/Table.tsx'
import { dangerBonus, dangerPercent, multiple, oneIn, percent } from './chance.ts'
import { asBands, type OddsBand } from './bands.ts'
import css from './info.module.css'

/** All prizes of one band with their exact chances. */
export function Odds() {
  return (
    <QueryState query={useFishingConfigQuery()} heights={[0.9, 3]}>
      {(config) => <Bands config={config} />}
    </QueryState>
  )
}

function Bands({ config }: { config: FishingConfigData }) {
  const { t } = useTranslation('info')
  const [chosen, setChosen] = useState('A')
  const bands = asBands(config.paytable)
  const band = bands.find(({ id }) => id === chosen) ?? bands[0]
  return (
    <>
      <p className={css.rtp}>{t('rtp')}</p>
      <p>{t('odds.text')}</p>
      <Chips
        label={t('section.odds')}
        value={chosen}
        onChange={setChosen}
        options={bands.map(({ id, levels }) => ({ value: id, label: `${levels[0]}–${levels[1]}` }))}
      />
      {band && <BandTable band={band} />}
      <Code label={t('odds.hash')} value={config.table_hash} />
    </>
  )
}

function BandTable({ band }: { band: OddsBand }) {
  const { t } = useTranslation(['info', 'dives'])
  const { total } = band
  const fish = band.fish.map(({ id, x10, w }) => ({
    key: id,
    cells: [
      t(`dives:fish.${id}` as 'dives:fish'),
      multiple(x10),
      percent(w, total),
      t('odds.oneIn', { n: oneIn(w, total) }),
    ],
  }))
  const chests = band.chest.map(({ x10, w }) => ({
    key: `chest ${x10}`,
    cells: [t('odds.chest'), multiple(x10), percent(w, total), t('odds.oneIn', { n: oneIn(w, total) })],
  }))
  const rest = [
    {
      key: 'mine',
      cells: [
        t('odds.mine'),
        '–',
        percent(band.mine_w, total),
        t('odds.oneIn', { n: oneIn(band.mine_w, total) }),
      ],
    },
    {
      key: 'empty',
      cells: [
        t('odds.empty'),
        '–',
        percent(band.empty_w, total),
        t('odds.oneIn', { n: oneIn(band.empty_w, total) }),
      ],
    },
  ]
  const all = [...band.fish, ...band.chest]
  const sum = (prizes: readonly { w: number }[]) => prizes.reduce((weights, { w }) => weights + w, 0)
  return (
    <>
      <Table
        caption={t('odds.band', { from: band.levels[0], to: band.levels[1] })}
        head={[t('odds.prize'), t('odds.pays'), t('odds.chance'), '']}
        rows={[...fish, ...chests, ...rest]}
      />
      <p className={css.sums}>
        {t('odds.any')} <strong>{percent(sum(all), total)}</strong> · {t('odds.above')}{' '}
        <strong>{percent(sum(all.filter(({ x10 }) => x10 > 10)), total)}</strong>
      </p>
    </>
  )
}

/** Mine chance and danger bonus of each band. */
export function Danger() {
  const { t } = useTranslation('info')
  const bands = asBands(useFishingConfigQuery().data?.paytable)
  return (
    <>
      <p>{t('danger.text')}</p>
      {bands.length > 0 && (
        <Table
          caption={t('section.danger')}
          head={[t('multiplier.levels'), t('danger.mine'), t('danger.bonus')]}
          rows={bands.map((band) => ({
            key: band.id,
            cells: [
              `${band.levels[0]}–${band.levels[1]}`,
              percent(band.mine_w, band.total),
              `${dangerBonus(band.mine_w, band.total)} ≈ ${dangerPercent(band.mine_w, band.total)}`,
            ],
          }))}
        />
      )}
    </>
  )
}

/** domain §10.2, game-info text. Used until the server's table is there, and equal to it. */
const specMultipliers = [
  [1, 5, 1],
  [6, 10, 2],
  [11, 20, 5],
  [21, 27, 20],
  [28, 37, 50],
] as const

/** The USDT multiplier of each depth. */
export function Multipliers() {
  const { t } = useTranslation('info')
  const bands = asBands(useFishingConfigQuery().data?.paytable)
  const rows =
    bands.length > 0
      ? bands.map(({ levels: [from, to], mult }) => [from, to, mult] as const)
      : specMultipliers
  return (
    <>
      <p>{t('multiplier.text')}</p>
      <Table
        caption={t('section.multiplier')}
        head={[t('multiplier.levels'), t('multiplier.value')]}
        rows={rows.map(([from, to, mult]) => ({ key: String(from), cells: [`${from}–${to}`, `x${mult}`] }))}
      />
    </>
  )
}
