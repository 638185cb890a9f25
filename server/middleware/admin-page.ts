import { hideAdminPage } from '~~/server/http/pages/admin-page'

export default hideAdminPage
