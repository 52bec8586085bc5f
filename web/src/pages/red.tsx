// Red packet or redeem code.
import { useTranslation } from '../i18n/useTranslation.ts'
import { useParams } from 'react-router'
import { Packet } from '../features/redpacket/Packet.tsx'
import { Page } from '../ui/Page.tsx'

export default function RedPage() {
  const { t } = useTranslation('red')
  const { code = '' } = useParams()
  return (
    <Page title={t('title')}>
      <Packet key={code} code={code} />
    </Page>
  )
}
