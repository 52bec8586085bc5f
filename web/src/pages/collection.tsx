// The collection of fish; the drawings are the game's.
import { Collection } from '../features/collection/Collection.tsx'
import { FishPicture } from '../features/fishing/Picture.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Page } from '../ui/Page.tsx'

export default function CollectionPage() {
  const { t } = useTranslation('collection')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Collection Picture={FishPicture} />
    </Page>
  )
}
