CREATE TABLE `access_request` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`workspace_id` text,
	`message` text,
	`created_at` integer NOT NULL,
	`declined_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_request_subject` ON `access_request` (`user_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `access_request_workspace` ON `access_request` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_user` ON `account` (`user_id`);--> statement-breakpoint
CREATE TABLE `admin_event` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text NOT NULL,
	`subject_name` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `archived` (
	`user_id` text NOT NULL,
	`review_id` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`user_id`, `review_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `artifact` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`variation_group` text,
	`preferred` integer DEFAULT false NOT NULL,
	`route` text,
	`viewport` text,
	`commit` text,
	`scenario` text,
	`status` text NOT NULL,
	`next_index` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `artifact_review` ON `artifact` (`review_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `artifact_preferred` ON `artifact` (`review_id`,`variation_group`) WHERE preferred = true;--> statement-breakpoint
CREATE TABLE `avatar` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `billing_event` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `comment` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`body` text NOT NULL,
	`author_type` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`mentions` text,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`share_link_id` text,
	FOREIGN KEY (`thread_id`) REFERENCES `thread`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_thread` ON `comment` (`thread_id`);--> statement-breakpoint
CREATE INDEX `comment_share_link` ON `comment` (`share_link_id`);--> statement-breakpoint
CREATE TABLE `comment_image` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`comment_id` text,
	`pending_comment_id` text,
	`author_type` text NOT NULL,
	`author_id` text NOT NULL,
	`name` text NOT NULL,
	`mime` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`key` text,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comment`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pending_comment_id`) REFERENCES `pending_comment`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `comment_image_review` ON `comment_image` (`review_id`);--> statement-breakpoint
CREATE INDEX `comment_image_comment` ON `comment_image` (`comment_id`);--> statement-breakpoint
CREATE INDEX `comment_image_pending` ON `comment_image` (`pending_comment_id`);--> statement-breakpoint
CREATE TABLE `device_code` (
	`id` text PRIMARY KEY NOT NULL,
	`device_code` text NOT NULL,
	`user_code` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	`status` text NOT NULL,
	`last_polled_at` integer,
	`polling_interval` integer,
	`client_id` text,
	`scope` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_code_device_code_unique` ON `device_code` (`device_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `device_code_user_code_unique` ON `device_code` (`user_code`);--> statement-breakpoint
CREATE TABLE `event` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text NOT NULL,
	`review_id` text,
	`review_version` integer,
	`project_id` text,
	`detail` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_recent` ON `event` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_of_review` ON `event` (`review_id`,`review_version`);--> statement-breakpoint
CREATE TABLE `forge_connection` (
	`project_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`api_url` text NOT NULL,
	`repository` text NOT NULL,
	`token` text NOT NULL,
	`token_hint` text NOT NULL,
	`pictures` integer NOT NULL,
	`paused_until` integer,
	`last_written_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`id` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`result` text,
	`lease` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_expiry` ON `idempotency` (`expires_at`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`role` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`token_id` text,
	`email` text,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_hash_unique` ON `invitation` (`hash`);--> statement-breakpoint
CREATE INDEX `invitation_workspace` ON `invitation` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `membership` (
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `membership_user` ON `membership` (`user_id`);--> statement-breakpoint
CREATE TABLE `meter` (
	`workspace_id` text NOT NULL,
	`month` text NOT NULL,
	`reviews` integer DEFAULT 0 NOT NULL,
	`evidence_units` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `month`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`review_id` text NOT NULL,
	`comment_id` text,
	`verdict_id` text,
	`revision_id` text,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	`mail_attempt` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comment`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`verdict_id`) REFERENCES `verdict`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`revision_id`) REFERENCES `revision`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `notification_list` ON `notification` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notification_unread` ON `notification` (`user_id`,`review_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notification_mail_due` ON `notification` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `notification_review` ON `notification` (`review_id`);--> statement-breakpoint
CREATE INDEX `notification_comment` ON `notification` (`comment_id`);--> statement-breakpoint
CREATE INDEX `notification_verdict` ON `notification` (`verdict_id`);--> statement-breakpoint
CREATE INDEX `notification_revision` ON `notification` (`revision_id`);--> statement-breakpoint
CREATE TABLE `oauth_code` (
	`hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`project_id` text,
	`capabilities` text NOT NULL,
	`created_by` text NOT NULL,
	`client_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`expires_at` integer NOT NULL,
	`token_id` text,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`device_type` text NOT NULL,
	`backed_up` integer NOT NULL,
	`transports` text,
	`aaguid` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkey_credential_id_unique` ON `passkey` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkey_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE TABLE `pending_comment` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`author_id` text NOT NULL,
	`thread_id` text,
	`place` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_comment_review` ON `pending_comment` (`review_id`,`author_id`);--> statement-breakpoint
CREATE INDEX `pending_comment_author` ON `pending_comment` (`author_id`);--> statement-breakpoint
CREATE TABLE `project` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`repository` text,
	`review_count` integer DEFAULT 0 NOT NULL,
	`open_review_count` integer DEFAULT 0 NOT NULL,
	`reviews_version` integer DEFAULT 0 NOT NULL,
	`needs_all_reviewers` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_workspace` ON `project` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `pull_request_update` (
	`review_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`changes` integer NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer,
	`claimed_until` integer,
	`pull_request` integer,
	`comment_id` text,
	`comment_deleted` integer NOT NULL,
	`status` text,
	`error` text,
	`error_at` integer,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pull_request_update_due` ON `pull_request_update` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `pull_request_update_project` ON `pull_request_update` (`project_id`);--> statement-breakpoint
CREATE TABLE `requested_reviewer` (
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `requested_reviewer_user` ON `requested_reviewer` (`user_id`);--> statement-breakpoint
CREATE TABLE `review` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`workspace_id` text DEFAULT '' NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`external_ref` text,
	`pr_ref` text,
	`pull_request` integer,
	`branch` text,
	`commit` text,
	`references_changed_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`created_by` text,
	`decision_comment` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`last_thread_number` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_external_ref` ON `review` (`project_id`,`external_ref`);--> statement-breakpoint
CREATE INDEX `review_pull_request` ON `review` (`project_id`,`pull_request`);--> statement-breakpoint
CREATE INDEX `review_branch` ON `review` (`project_id`,`branch`);--> statement-breakpoint
CREATE INDEX `review_latest` ON `review` (`project_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `review_latest_of_workspace` ON `review` (`workspace_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `review_changed_of_workspace` ON `review` (`workspace_id`,`status`,`updated_at`,`id`) WHERE updated_at > decided_at + 5;--> statement-breakpoint
CREATE INDEX `review_catalog` ON `review` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `review_catalog_of_workspace` ON `review` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `revision` (
	`id` text PRIMARY KEY NOT NULL,
	`artifact_id` text NOT NULL,
	`index` integer NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`file_duration_ms` integer,
	`file_width` integer,
	`file_height` integer,
	`redacted_areas` text,
	`unredacted_key` text,
	`round_id` text,
	`is_before` integer DEFAULT false NOT NULL,
	`pending` text,
	`description` text,
	`route` text,
	`viewport` text,
	`commit` text,
	`scenario` text,
	`dropped_tracks` text,
	`original_key` text,
	`embed_key` text,
	`embed_mime` text,
	`embed_bytes` integer,
	`original_hash` text,
	`poster_original_key` text,
	`poster_original_hash` text,
	`poster_key` text,
	`poster_mime` text,
	`poster_bytes` integer,
	`embed_generation` integer DEFAULT 0 NOT NULL,
	`download_generation` integer DEFAULT 0 NOT NULL,
	`poster_generation` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`media_deleted_at` integer,
	FOREIGN KEY (`artifact_id`) REFERENCES `artifact`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`round_id`) REFERENCES `round`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `revision_index` ON `revision` (`artifact_id`,`index`);--> statement-breakpoint
CREATE INDEX `revision_round` ON `revision` (`round_id`);--> statement-breakpoint
CREATE INDEX `revision_incomplete` ON `revision` (`created_at`) WHERE completed_at is null;--> statement-breakpoint
CREATE TABLE `round` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text,
	`summary` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `round_number` ON `round` (`review_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `round_key` ON `round` (`review_id`,`key`);--> statement-breakpoint
CREATE TABLE `seen` (
	`user_id` text NOT NULL,
	`review_id` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `review_id`, `item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`scripted` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `share_link` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`hash` text NOT NULL,
	`sealed_token` text,
	`name` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`password_hash` text,
	`allow_comments` integer DEFAULT false NOT NULL,
	`allow_download` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_link_hash_unique` ON `share_link` (`hash`);--> statement-breakpoint
CREATE INDEX `share_link_review` ON `share_link` (`review_id`);--> statement-breakpoint
CREATE TABLE `sign_in_failure` (
	`account` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failure_last` ON `sign_in_failure` (`last_at`);--> statement-breakpoint
CREATE TABLE `thread` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`artifact_id` text,
	`revision_id` text,
	`number` integer,
	`kind` text NOT NULL,
	`geometry` text,
	`shapes` text,
	`timestamp_ms` integer,
	`end_ms` integer,
	`frame_ms` integer,
	`frame_key` text,
	`frame_bytes` integer,
	`frame_by_id` text,
	`frame_by_name` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artifact_id`) REFERENCES `artifact`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`revision_id`) REFERENCES `revision`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `thread_counts` ON `thread` (`review_id`,`artifact_id`,`status`);--> statement-breakpoint
CREATE INDEX `thread_artifact` ON `thread` (`artifact_id`);--> statement-breakpoint
CREATE TABLE `token` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`project_id` text,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`capabilities` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`last_used_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `token_hash_unique` ON `token` (`hash`);--> statement-breakpoint
CREATE INDEX `token_workspace` ON `token` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `upload` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`revision_id` text NOT NULL,
	`purpose` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`issued_to_type` text,
	`issued_to_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`received_at` integer,
	FOREIGN KEY (`revision_id`) REFERENCES `revision`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upload_hash_unique` ON `upload` (`hash`);--> statement-breakpoint
CREATE INDEX `upload_revision` ON `upload` (`revision_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`last_workspace_id` text,
	`suspended_at` integer,
	`deletes_at` integer,
	`notification_mail` text DEFAULT 'immediate' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verdict` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`status` text NOT NULL,
	`comment` text,
	`mentions` text,
	`replaced` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `verdict_review` ON `verdict` (`review_id`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_identifier` ON `verification` (`identifier`);--> statement-breakpoint
CREATE TABLE `viewer` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `viewer_review` ON `viewer` (`review_id`);--> statement-breakpoint
CREATE INDEX `viewer_user` ON `viewer` (`user_id`);--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`project_id` text,
	`url` text NOT NULL,
	`format` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_expires_at` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_workspace` ON `webhook` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `webhook_project` ON `webhook` (`project_id`);--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`type` text NOT NULL,
	`event_id` text,
	`attempt` integer DEFAULT 0 NOT NULL,
	`attempts` text NOT NULL,
	`next_attempt_at` integer,
	`delivered_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_delivery_log` ON `webhook_delivery` (`webhook_id`,`id`);--> statement-breakpoint
CREATE TABLE `workspace` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`personal_owner_id` text,
	`created_at` integer NOT NULL,
	`claim_hash` text,
	`billing_customer_id` text,
	`suspended_at` integer,
	`deletes_at` integer,
	`deletes_with` text,
	`agent_invitations_by` text,
	FOREIGN KEY (`personal_owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_personal_owner_id_unique` ON `workspace` (`personal_owner_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_claim_hash_unique` ON `workspace` (`claim_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_billing_customer_id_unique` ON `workspace` (`billing_customer_id`);