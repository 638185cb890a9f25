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
ALTER TABLE "forge_connection" ADD CONSTRAINT "forge_connection_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_update" ADD CONSTRAINT "pull_request_update_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_update" ADD CONSTRAINT "pull_request_update_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pull_request_update_due" ON "pull_request_update" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "pull_request_update_project" ON "pull_request_update" USING btree ("project_id");