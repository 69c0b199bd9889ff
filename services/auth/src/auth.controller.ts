import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/auth/v1/auth';
import { Controller } from '@nestjs/common';
import { AccountDeletionService, deleteAccountSchema } from './account/account-deletion.service.js';
import { authenticateApiKeySchema } from './api-keys/api-key.schemas.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { apiKeyToProto, profileToProto, roleToProto, signedInToProto, userForAdminToProto, userToProto } from './auth.proto.js';
import { signInToProto } from './identity.proto.js';
import { RequestedMailService } from './mail/requested-mail.service.js';
import { NotificationPreferencesService, notificationPreferencesSchema } from './notifications/notification-preferences.js';
import {
  changePasswordSchema,
  requestedMailSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from './one-time-tokens/one-time-token.schemas.js';
import { PasswordService } from './passwords/password.service.js';
import { LoginService } from './sessions/login.service.js';
import { loginSchema, logoutSchema, refreshSchema, revokeSessionSchema } from './sessions/session.schemas.js';
import { SessionService } from './sessions/session.service.js';
import { UnsubscribeService, unsubscriptionSchema } from './unsubscribe/unsubscribe.service.js';
import { ProfileService } from './users/profile.service.js';
import { RegistrationService } from './users/registration.service.js';
import {
  deleteUserSchema,
  listUsersSchema,
  registerSchema,
  setRoleSchema,
  setUserDisabledSchema,
  updateProfileSchema,
} from './users/user.schemas.js';
import { UserAdminService } from './users/user-admin.service.js';
import { VerificationService } from './users/verification.service.js';

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.AuthServiceService)
export class AuthController implements Handlers<typeof wire.AuthServiceService> {
  constructor(
    private readonly registration: RegistrationService,
    private readonly logins: LoginService,
    private readonly sessions: SessionService,
    private readonly profiles: ProfileService,
    private readonly verification: VerificationService,
    private readonly passwords: PasswordService,
    private readonly requestedMail: RequestedMailService,
    private readonly apiKeys: ApiKeyService,
    private readonly users: UserAdminService,
    private readonly preferences: NotificationPreferencesService,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly deletion: AccountDeletionService,
  ) {}

  async register(request: wire.RegisterRequest) {
    return signedInToProto(await this.registration.register(parseInput(registerSchema, request)));
  }

  async login(request: wire.LoginRequest) {
    return signInToProto(await this.logins.login(parseInput(loginSchema, request)));
  }

  async refresh(request: wire.RefreshRequest) {
    const { refreshToken, client } = parseInput(refreshSchema, request);
    return signedInToProto(await this.sessions.refresh(refreshToken, client));
  }

  async logout(request: wire.LogoutRequest) {
    await this.sessions.logout(parseInput(logoutSchema, request).refreshToken);
    return {};
  }

  async getProfile(_request: wire.GetProfileRequest) {
    return profileToProto(await this.profiles.get());
  }

  async updateProfile(request: wire.UpdateProfileRequest) {
    return profileToProto(await this.profiles.update(parseInput(updateProfileSchema, request)));
  }

  async changePassword(request: wire.ChangePasswordRequest) {
    const { currentPassword, newPassword } = parseInput(changePasswordSchema, request);
    await this.passwords.change(currentPassword, newPassword);
    return {};
  }

  async verifyEmail(request: wire.VerifyEmailRequest) {
    return { user: userToProto(await this.verification.verify(parseInput(verifyEmailSchema, request).token)) };
  }

  async resendVerification(request: wire.ResendVerificationRequest) {
    await this.requestedMail.request('verify_email', parseInput(requestedMailSchema, request));
    return {};
  }

  async forgotPassword(request: wire.ForgotPasswordRequest) {
    await this.requestedMail.request('reset_password', parseInput(requestedMailSchema, request));
    return {};
  }

  async resetPassword(request: wire.ResetPasswordRequest) {
    const { token, password, client } = parseInput(resetPasswordSchema, request);
    await this.passwords.reset(token, password, client);
    return {};
  }

  async checkSession(request: wire.CheckSessionRequest) {
    const role = await this.sessions.roleOf(parseInput(revokeSessionSchema, request).id);
    return { active: role !== undefined, role: roleToProto(role) };
  }

  async listSessions(_request: wire.ListSessionsRequest): Promise<wire.ListSessionsResponse> {
    const { sessions, currentId } = await this.sessions.list();
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        createdAt: session.created_at.toISOString(),
        lastUsedAt: session.last_used_at.toISOString(),
        userAgent: session.user_agent,
        current: session.id === currentId,
      })),
    };
  }

  async revokeSession(request: wire.RevokeSessionRequest) {
    await this.sessions.revoke(parseInput(revokeSessionSchema, request).id);
    return {};
  }

  async getApiKey(_request: wire.GetApiKeyRequest) {
    return apiKeyToProto(await this.apiKeys.get());
  }

  async regenerateApiKey(_request: wire.RegenerateApiKeyRequest) {
    return apiKeyToProto(await this.apiKeys.regenerate());
  }

  async authenticateApiKey(request: wire.AuthenticateApiKeyRequest): Promise<wire.AuthenticateApiKeyResponse> {
    const call = await this.apiKeys.authenticate(parseInput(authenticateApiKeySchema, request).key);
    return { ...call, user: userToProto(call.user) };
  }

  async setRole(request: wire.SetRoleRequest) {
    const { email, role } = parseInput(setRoleSchema, request);
    return userToProto(await this.users.setRole(email, role));
  }

  async listUsers(request: wire.ListUsersRequest) {
    const { users, total } = await this.users.list(parseInput(listUsersSchema, request));
    return { users: users.map(userForAdminToProto), total };
  }

  async setUserDisabled(request: wire.SetUserDisabledRequest) {
    const { userId, disabled, reason } = parseInput(setUserDisabledSchema, request);
    return userForAdminToProto(await this.users.setDisabled(userId, disabled, reason));
  }

  async deleteUser(request: wire.DeleteUserRequest) {
    await this.users.delete(parseInput(deleteUserSchema, request).email);
    return {};
  }

  async getNotificationPreferences(_request: wire.GetNotificationPreferencesRequest) {
    return this.preferences.get();
  }

  async updateNotificationPreferences(request: wire.NotificationPreferences) {
    return this.preferences.update(parseInput(notificationPreferencesSchema, request));
  }

  async getUnsubscription(request: wire.UnsubscriptionRequest) {
    return this.unsubscriptions.get(parseInput(unsubscriptionSchema, request).token);
  }

  async setUnsubscription(request: wire.UnsubscriptionRequest) {
    const { token, subscribed } = parseInput(unsubscriptionSchema, request);
    return this.unsubscriptions.set(token, subscribed);
  }

  async deleteAccount(request: wire.DeleteAccountRequest) {
    await this.deletion.delete(parseInput(deleteAccountSchema, request));
    return {};
  }

  async requestDeletionCode(_request: wire.RequestDeletionCodeRequest) {
    await this.deletion.requestCode();
    return {};
  }
}
