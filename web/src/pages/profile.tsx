// What the player decides about the account.
import { useTranslation } from 'react-i18next'
import { LanguagePicker } from '../features/language/LanguagePicker.tsx'
import { SensesPanel } from '../features/senses/SensesPanel.tsx'
import { Page } from '../ui/Page.tsx'

export default function ProfilePage() {
  const { t } = useTranslation('profile')
  return (
    <Page title={t('title')} lead={t('lead')} aside={<LanguagePicker />}>
      <SensesPanel />
    </Page>
  )
}
