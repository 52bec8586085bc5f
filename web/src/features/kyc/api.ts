// The identity check and its pictures.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const kyc = endpoints.enhanceEndpoints({
  endpoints: {
    kycCheck: provides('Kyc'),
    kycEdit: invalidates('Kyc', 'User', 'Withdraws', 'Tasks'),
  },
})

export const { useKycCheckQuery, useKycEditMutation, useUtilsUploadConfigMutation } = kyc
