CREATE TABLE "access_request" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"workspace_id" text COLLATE "C",
	"message" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"declined_at" bigint
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"provider_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"access_token" text COLLATE "C",
	"refresh_token" text COLLATE "C",
	"id_token" text COLLATE "C",
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text COLLATE "C",
	"password" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_event" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"actor_name" text COLLATE "C",
	"subject_id" text COLLATE "C" NOT NULL,
	"subject_name" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived" (
	"user_id" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "archived_user_id_review_id_pk" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
CREATE TABLE "artifact" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"variation_group" text COLLATE "C",
	"preferred" boolean DEFAULT false NOT NULL,
	"route" text COLLATE "C",
	"viewport" json,
	"commit" text COLLATE "C",
	"scenario" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"next_index" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"author_type" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"author_name" text COLLATE "C" NOT NULL,
	"mentions" json,
	"created_at" bigint NOT NULL,
	"edited_at" bigint,
	"share_link_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "comment_image" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"comment_id" text COLLATE "C",
	"pending_comment_id" text COLLATE "C",
	"author_type" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"mime" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"key" text COLLATE "C",
	"bytes" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_code" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"device_code" text COLLATE "C" NOT NULL,
	"user_code" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"last_polled_at" timestamp (3) with time zone,
	"polling_interval" integer,
	"client_id" text COLLATE "C",
	"scope" text COLLATE "C",
	CONSTRAINT "device_code_device_code_unique" UNIQUE("device_code"),
	CONSTRAINT "device_code_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"actor_name" text COLLATE "C",
	"subject_id" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C",
	"review_version" integer,
	"project_id" text COLLATE "C",
	"detail" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forge_connection" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"api_url" text COLLATE "C" NOT NULL,
	"repository" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"token_hint" text COLLATE "C" NOT NULL,
	"pictures" boolean NOT NULL,
	"paused_until" bigint,
	"last_written_at" bigint,
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"request_hash" text COLLATE "C" NOT NULL,
	"result" text COLLATE "C",
	"lease" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"token_id" text COLLATE "C",
	"email" text COLLATE "C",
	"expires_at" bigint NOT NULL,
	"accepted_at" bigint,
	CONSTRAINT "invitation_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"workspace_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "membership_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "meter" (
	"workspace_id" text COLLATE "C" NOT NULL,
	"month" text COLLATE "C" NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"evidence_units" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meter_workspace_id_month_pk" PRIMARY KEY("workspace_id","month")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"comment_id" text COLLATE "C",
	"verdict_id" text COLLATE "C",
	"revision_id" text COLLATE "C",
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"actor_name" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"read_at" bigint,
	"mail_at" bigint,
	"mail_attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_code" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"project_id" text COLLATE "C",
	"capabilities" json NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"redirect_uri" text COLLATE "C" NOT NULL,
	"code_challenge" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"token_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"credential_id" text COLLATE "C" NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text COLLATE "C" NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text COLLATE "C",
	"aaguid" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "pending_comment" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C",
	"place" json,
	"body" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"repository" text COLLATE "C",
	"review_count" integer DEFAULT 0 NOT NULL,
	"open_review_count" integer DEFAULT 0 NOT NULL,
	"reviews_version" integer DEFAULT 0 NOT NULL,
	"needs_all_reviewers" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_request_update" (
	"review_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"changes" integer NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" bigint,
	"claimed_until" bigint,
	"pull_request" integer,
	"comment_id" text COLLATE "C",
	"comment_deleted" boolean NOT NULL,
	"status" text COLLATE "C",
	"error" text COLLATE "C",
	"error_at" bigint
);
--> statement-breakpoint
CREATE TABLE "requested_reviewer" (
	"review_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "requested_reviewer_review_id_user_id_pk" PRIMARY KEY("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"workspace_id" text COLLATE "C" DEFAULT '' NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"external_ref" text COLLATE "C",
	"pr_ref" text COLLATE "C",
	"pull_request" integer,
	"branch" text COLLATE "C",
	"commit" text COLLATE "C",
	"references_changed_at" bigint,
	"decided_at" bigint,
	"decided_by" text COLLATE "C",
	"created_by" text COLLATE "C",
	"decision_comment" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_thread_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revision" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"artifact_id" text COLLATE "C" NOT NULL,
	"index" integer NOT NULL,
	"mime" text COLLATE "C" NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"file_duration_ms" integer,
	"file_width" integer,
	"file_height" integer,
	"redacted_areas" json,
	"unredacted_key" text COLLATE "C",
	"round_id" text COLLATE "C",
	"is_before" boolean DEFAULT false NOT NULL,
	"pending" json,
	"description" text COLLATE "C",
	"route" text COLLATE "C",
	"viewport" json,
	"commit" text COLLATE "C",
	"scenario" text COLLATE "C",
	"dropped_tracks" json,
	"original_key" text COLLATE "C",
	"embed_key" text COLLATE "C",
	"embed_mime" text COLLATE "C",
	"embed_bytes" integer,
	"original_hash" text COLLATE "C",
	"poster_original_key" text COLLATE "C",
	"poster_original_hash" text COLLATE "C",
	"poster_key" text COLLATE "C",
	"poster_mime" text COLLATE "C",
	"poster_bytes" integer,
	"embed_generation" integer DEFAULT 0 NOT NULL,
	"download_generation" integer DEFAULT 0 NOT NULL,
	"poster_generation" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"completed_at" bigint,
	"media_deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "round" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"key" text COLLATE "C",
	"summary" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seen" (
	"user_id" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "seen_user_id_review_id_item_id_pk" PRIMARY KEY("user_id","review_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text COLLATE "C",
	"user_agent" text COLLATE "C",
	"scripted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "share_link" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"sealed_token" text COLLATE "C",
	"name" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"password_hash" text COLLATE "C",
	"allow_comments" boolean DEFAULT false NOT NULL,
	"allow_download" boolean DEFAULT false NOT NULL,
	CONSTRAINT "share_link_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failure" (
	"account" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"artifact_id" text COLLATE "C",
	"revision_id" text COLLATE "C",
	"number" integer,
	"kind" text COLLATE "C" NOT NULL,
	"geometry" json,
	"shapes" json,
	"timestamp_ms" integer,
	"end_ms" integer,
	"frame_ms" integer,
	"frame_key" text COLLATE "C",
	"frame_bytes" integer,
	"frame_by_id" text COLLATE "C",
	"frame_by_name" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"project_id" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"prefix" text COLLATE "C" NOT NULL,
	"capabilities" json NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C",
	"last_used_at" bigint,
	"expires_at" bigint,
	"revoked_at" bigint,
	CONSTRAINT "token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"revision_id" text COLLATE "C" NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"mime" text COLLATE "C" NOT NULL,
	"bytes" integer NOT NULL,
	"issued_to_type" text COLLATE "C",
	"issued_to_id" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"received_at" bigint,
	CONSTRAINT "upload_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text COLLATE "C",
	"last_workspace_id" text COLLATE "C",
	"suspended_at" bigint,
	"deletes_at" bigint,
	"notification_mail" text COLLATE "C" DEFAULT 'immediate' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verdict" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"author_name" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"comment" text COLLATE "C",
	"mentions" json,
	"replaced" json,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"identifier" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "viewer" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text COLLATE "C" NOT NULL,
	"project_id" text COLLATE "C",
	"url" text COLLATE "C" NOT NULL,
	"format" text COLLATE "C" NOT NULL,
	"events" json NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"previous_secret" text COLLATE "C",
	"previous_secret_expires_at" bigint,
	"disabled_at" bigint,
	"disabled_reason" text COLLATE "C",
	"failing_since" bigint,
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"event_id" text COLLATE "C",
	"attempt" integer DEFAULT 0 NOT NULL,
	"attempts" json NOT NULL,
	"next_attempt_at" bigint,
	"delivered_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"plan" text COLLATE "C" NOT NULL,
	"personal_owner_id" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"claim_hash" text COLLATE "C",
	"billing_customer_id" text COLLATE "C",
	"suspended_at" bigint,
	"deletes_at" bigint,
	"deletes_with" text COLLATE "C",
	"agent_invitations_by" text COLLATE "C",
	CONSTRAINT "workspace_personal_owner_id_unique" UNIQUE("personal_owner_id"),
	CONSTRAINT "workspace_claim_hash_unique" UNIQUE("claim_hash"),
	CONSTRAINT "workspace_billing_customer_id_unique" UNIQUE("billing_customer_id")
);
--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived" ADD CONSTRAINT "archived_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived" ADD CONSTRAINT "archived_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment" ADD CONSTRAINT "comment_thread_id_thread_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."thread"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_pending_comment_id_pending_comment_id_fk" FOREIGN KEY ("pending_comment_id") REFERENCES "public"."pending_comment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forge_connection" ADD CONSTRAINT "forge_connection_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_verdict_id_verdict_id_fk" FOREIGN KEY ("verdict_id") REFERENCES "public"."verdict"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_comment" ADD CONSTRAINT "pending_comment_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_comment" ADD CONSTRAINT "pending_comment_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_update" ADD CONSTRAINT "pull_request_update_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_update" ADD CONSTRAINT "pull_request_update_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_reviewer" ADD CONSTRAINT "requested_reviewer_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_reviewer" ADD CONSTRAINT "requested_reviewer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision" ADD CONSTRAINT "revision_artifact_id_artifact_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision" ADD CONSTRAINT "revision_round_id_round_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."round"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round" ADD CONSTRAINT "round_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen" ADD CONSTRAINT "seen_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen" ADD CONSTRAINT "seen_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread" ADD CONSTRAINT "thread_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread" ADD CONSTRAINT "thread_artifact_id_artifact_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread" ADD CONSTRAINT "thread_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewer" ADD CONSTRAINT "viewer_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewer" ADD CONSTRAINT "viewer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_personal_owner_id_user_id_fk" FOREIGN KEY ("personal_owner_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_subject" ON "access_request" USING btree ("user_id","subject_id");--> statement-breakpoint
CREATE INDEX "access_request_workspace" ON "access_request" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "artifact_review" ON "artifact" USING btree ("review_id");--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_preferred" ON "artifact" USING btree ("review_id","variation_group") WHERE preferred = true;--> statement-breakpoint
CREATE INDEX "comment_thread" ON "comment" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "comment_share_link" ON "comment" USING btree ("share_link_id");--> statement-breakpoint
CREATE INDEX "comment_image_review" ON "comment_image" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "comment_image_comment" ON "comment_image" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "comment_image_pending" ON "comment_image" USING btree ("pending_comment_id");--> statement-breakpoint
CREATE INDEX "event_recent" ON "event" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "event_of_review" ON "event" USING btree ("review_id","review_version");--> statement-breakpoint
CREATE INDEX "idempotency_expiry" ON "idempotency" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitation_workspace" ON "invitation" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_list" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id","review_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notification_mail_due" ON "notification" USING btree ("mail_at") WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX "notification_review" ON "notification" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "notification_comment" ON "notification" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notification_verdict" ON "notification" USING btree ("verdict_id");--> statement-breakpoint
CREATE INDEX "notification_revision" ON "notification" USING btree ("revision_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_comment_review" ON "pending_comment" USING btree ("review_id","author_id");--> statement-breakpoint
CREATE INDEX "pending_comment_author" ON "pending_comment" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "project_workspace" ON "project" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "pull_request_update_due" ON "pull_request_update" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "pull_request_update_project" ON "pull_request_update" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "requested_reviewer_user" ON "requested_reviewer" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_external_ref" ON "review" USING btree ("project_id","external_ref");--> statement-breakpoint
CREATE INDEX "review_pull_request" ON "review" USING btree ("project_id","pull_request");--> statement-breakpoint
CREATE INDEX "review_branch" ON "review" USING btree ("project_id","branch");--> statement-breakpoint
CREATE INDEX "review_latest" ON "review" USING btree ("project_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "review_latest_of_workspace" ON "review" USING btree ("workspace_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "review_changed_of_workspace" ON "review" USING btree ("workspace_id","status","updated_at","id") WHERE updated_at > decided_at + 5;--> statement-breakpoint
CREATE INDEX "review_catalog" ON "review" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "review_catalog_of_workspace" ON "review" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "revision_index" ON "revision" USING btree ("artifact_id","index");--> statement-breakpoint
CREATE INDEX "revision_round" ON "revision" USING btree ("round_id");--> statement-breakpoint
CREATE INDEX "revision_incomplete" ON "revision" USING btree ("created_at") WHERE completed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "round_number" ON "round" USING btree ("review_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "round_key" ON "round" USING btree ("review_id","key");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_link_review" ON "share_link" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "sign_in_failure_last" ON "sign_in_failure" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "thread_counts" ON "thread" USING btree ("review_id","artifact_id","status");--> statement-breakpoint
CREATE INDEX "thread_artifact" ON "thread" USING btree ("artifact_id");--> statement-breakpoint
CREATE INDEX "token_workspace" ON "token" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "upload_revision" ON "upload" USING btree ("revision_id");--> statement-breakpoint
CREATE INDEX "verdict_review" ON "verdict" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "viewer_review" ON "viewer" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "viewer_user" ON "viewer" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_workspace" ON "webhook" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "webhook_project" ON "webhook" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("webhook_id","id");