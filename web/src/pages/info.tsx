// Game description: rules, every chance, fairness, limits, terms. `?section=fairness` opens a section, `&dive=`
// fills its check.
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useFishingConfigQuery } from '../api/shared.ts'
import { DebugConsole } from '../features/debug/DebugConsole.tsx'
import { DeleteAccount } from '../features/erasure/DeleteAccount.tsx'
import { SeedPanel } from '../features/fairness/SeedPanel.tsx'
import { VerifyForm } from '../features/fairness/VerifyForm.tsx'
import { Danger, Multipliers, Odds } from '../features/info/Odds.tsx'
import { LimitsPanel } from '../features/limits/LimitsPanel.tsx'
import { SessionsPanel } from '../features/sessions/SessionsPanel.tsx'
import { Section } from '../ui/Accordion.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { formatAmount } from '../shared/money.ts'
import { Page } from '../ui/Page.tsx'
import css from './info.module.css'

const sections = [
  'rules',
  'odds',
  'danger',
  'coins',
  'multiplier',
  'fairness',
  'limits',
  'sessions',
  'terms',
  'privacy',
  'delete',
] as const
type SectionName = (typeof sections)[number]

const icons: Readonly<Record<SectionName, IconName>> = {
  rules: 'document',
  odds: 'percent',
  danger: 'mine',
  coins: 'coin',
  multiplier: 'fish',
  fairness: 'shield',
  limits: 'clock',
  sessions: 'device',
  terms: 'check',
  privacy: 'lock',
  delete: 'user',
}

const contents: Readonly<Record<SectionName, () => ReactNode>> = {
  rules: Rules,
  odds: Odds,
  danger: Danger,
  coins: FreeCoinRules,
  multiplier: Multipliers,
  fairness: Fairness,
  limits: LimitsPanel,
  sessions: SessionsPanel,
  terms: Terms,
  privacy: Privacy,
  delete: DeleteAccount,
}

export default function InfoPage() {
  const { t } = useTranslation('info')
  const [query] = useSearchParams()
  const asked = sections.find((name) => name === query.get('section'))
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Sections key={asked} asked={asked} />
      <DebugConsole />
    </Page>
  )
}

/** Starts with the asked section open and in view, or with the rules. */
function Sections({ asked }: { asked: SectionName | undefined }) {
  const { t } = useTranslation('info')
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(new Set([asked ?? 'rules']))
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' })
  }, [asked])

  const toggle = (name: SectionName, wanted: boolean) => {
    if (open.has(name) === wanted) return
    setOpen(wanted ? new Set([...open, name]) : new Set([...open].filter((other) => other !== name)))
  }
  return sections.map((name) => {
    const Content = contents[name]
    return (
      <Section
        key={name}
        id={name}
        icon={icons[name]}
        title={t(`section.${name}`)}
        open={open.has(name)}
        onToggle={(wanted) => toggle(name, wanted)}
      >
        <Content />
      </Section>
    )
  })
}

function Rules() {
  const { t } = useTranslation('info')
  const { data } = useFishingConfigQuery()
  const cap = formatAmount(data?.cap_x ?? 10_000, 'coin')
  return (
    <ol className={css.list}>
      {(['1', '2', '3', '4', '5', '6'] as const).map((rule) => (
        <li key={rule}>{t(`rules.${rule}`, { cap })}</li>
      ))}
    </ol>
  )
}

function FreeCoinRules() {
  const { t } = useTranslation('info')
  return (
    <>
      <p>{t('coins.text')}</p>
      <p>{t('coins.promo')}</p>
      <Link className={css.link} to="/home/receive">
        {t('coins.link')}
      </Link>
    </>
  )
}

function Fairness() {
  const { t } = useTranslation('fairness')
  const [query] = useSearchParams()
  return (
    <>
      <p>{t('lead')}</p>
      <SeedPanel />
      <VerifyForm dive={query.get('dive') ?? ''} />
    </>
  )
}

function Terms() {
  const { t } = useTranslation('info')
  return (
    <ol className={css.list}>
      {(['1', '2', '3', '4', '5'] as const).map((term) => (
        <li key={term}>{t(`terms.${term}`)}</li>
      ))}
    </ol>
  )
}

function Privacy() {
  const { t } = useTranslation('info')
  return (
    <ol className={css.list}>
      {(['1', '2', '3'] as const).map((part) => (
        <li key={part}>{t(`privacy.${part}`)}</li>
      ))}
    </ol>
  )
}
