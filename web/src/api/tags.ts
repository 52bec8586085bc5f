// Which answers a command makes stale. Imported once, by the store. A cast spoils nothing: its
// answer carries the whole dive and the balances.
import { endpoints } from './endpoints.gen.ts'

endpoints.enhanceEndpoints({
  endpoints: {
    userInfo: { providesTags: ['User'] },
    userAcceptTerms: { invalidatesTags: ['User'] },
    fishingPlayerInfo: { providesTags: ['Player'] },
    fishingReceiveFreeCoin: { invalidatesTags: ['Player', 'History'] },
    fishingDiveStart: { invalidatesTags: ['Seed'] },
    fishingSurface: { invalidatesTags: ['Seed', 'History', 'Dives', 'Player'] },
    fishingHistory: { providesTags: ['Dives'] },
    fishingDiveDetail: { providesTags: ['Dives', 'Seed'] },
    fishingSeedInfo: { providesTags: ['Seed'] },
    fishingSeedRotate: { invalidatesTags: ['Seed', 'Dives'] },
    signinInfo: { providesTags: ['SignIn'] },
    signinSign: { invalidatesTags: ['SignIn', 'Player', 'History'] },
    teamInfo: { providesTags: ['Team'] },
    teamBind: { invalidatesTags: ['Team', 'User'] },
    walletHistory: { providesTags: ['History'] },
  },
})
