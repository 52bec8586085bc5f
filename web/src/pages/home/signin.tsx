// Daily check-in.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SignInWeek } from '../../features/signin/SignInWeek.tsx'
import { Page } from '../../ui/Page.tsx'

export default function SignInPage() {
  const { t } = useTranslation('home')
  return (
    <Page title={t('signin.title')} lead={t('signin.text')}>
      <SignInWeek />
    </Page>
  )
}
