// Game description: rules, every chance, fairness, what is owed, terms. `?section=fairness` opens a section, `&dive=`
// fills its check.
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useFishingConfigQuery } from '../api/shared.ts'
import { DebugConsole } from '../features/debug/DebugConsole.tsx'
import { BrokenDives } from '../features/fairness/BrokenDives.tsx'
import { SeedPanel } from '../features/fairness/SeedPanel.tsx'
import { VerifyForm } from '../features/fairness/VerifyForm.tsx'
import { Liabilities } from '../features/liabilities/Liabilities.tsx'
import { Danger, Multipliers, Odds } from '../features/info/Odds.tsx'
import { formatAmount } from '../shared/money.ts'
import { LinkCard } from '../ui/LinkCard.tsx'
import { Page } from '../ui/Page.tsx'
import { Sections } from '../ui/Sections.tsx'
import css from './info.module.css'

/** Sections that moved; their old addresses are in messages and bookmarks. */
const moved: readonly (string | null)[] = ['limits', 'sessions', 'delete']

const icons = {
  rules: 'document',
  odds: 'percent',
  danger: 'mine',
  coins: 'coin',
  multiplier: 'fish',
  fairness: 'shield',
  liabilities: 'wallet',
  terms: 'check',
  privacy: 'lock',
} as const
type SectionName = keyof typeof icons

const contents: Readonly<Record<SectionName, () => ReactNode>> = {
  rules: Rules,
  odds: Odds,
  danger: Danger,
  coins: FreeCoinRules,
  multiplier: Multipliers,
  fairness: Fairness,
  liabilities: Liabilities,
  terms: Terms,
  privacy: Privacy,
}
const names = Object.keys(icons) as SectionName[]

export default function InfoPage() {
  const { t } = useTranslation('info')
  const [query] = useSearchParams()
  const section = query.get('section')
  if (moved.includes(section)) return <Navigate to={`/profile?${query.toString()}`} replace />
  const asked = names.find((name) => name === section)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Sections
        key={asked}
        asked={asked}
        first="rules"
        sections={names.map((name) => ({
          name,
          icon: icons[name],
          title: t(`section.${name}`),
          Content: contents[name],
        }))}
      />
      <LinkCard to="/profile" icon="user" title={t('profile.title')} text={t('profile.text')} />
      <DebugConsole />
    </Page>
  )
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
      <BrokenDives />
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
