// `npm run admin -- grant EMAIL`, `npm run admin -- revoke EMAIL`

import { AppError } from '@linqr/platform/errors';
import { AuthServiceService, Role } from '@linqr/proto/auth/v1/auth';
import { clientOf, runningInstallation, runTool, ToolError } from '../tools/running.js';

const ROLES: Record<string, Role> = { grant: Role.ROLE_ADMIN, revoke: Role.ROLE_USER };

await runTool(async () => {
  const [command = '', email = '', ...more] = process.argv.slice(2);
  const role = ROLES[command];
  if (role === undefined || !email || more.length > 0)
    throw new ToolError('Usage: npm run admin -- grant EMAIL\n       npm run admin -- revoke EMAIL');
  const auth = clientOf(runningInstallation(), 'auth', AuthServiceService, ['setRole']);
  try {
    const user = await auth.setRole({ email, role });
    process.stdout.write(`${user.email} is ${user.role === Role.ROLE_ADMIN ? 'an admin' : 'no admin'} now.\n`);
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404)
      throw new ToolError(`There is no account with the address ${email}. Sign up in the app first.`);
    throw error;
  } finally {
    auth.$close();
  }
});
