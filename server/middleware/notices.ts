import { provideNotices } from '~~/server/http/pages/notices'

export default provideNotices
