CREATE TABLE "comparison_settings" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"settings" json NOT NULL,
	"updated_at" bigint NOT NULL,
	"updated_by" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "baselines" text COLLATE "C" DEFAULT 'verified' NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "passes_unchanged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pull_request_update" ADD COLUMN "written" integer;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "merged_at" bigint;--> statement-breakpoint
ALTER TABLE "comparison_settings" ADD CONSTRAINT "comparison_settings_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparison_settings_project" ON "comparison_settings" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "revision_merged" ON "revision" USING btree ("baseline_key","merged_at") WHERE merged_at is not null;--> statement-breakpoint
-- These pull requests show the current state of their reviews.
UPDATE "pull_request_update" SET "written" = "changes" WHERE "due_at" IS NULL AND "error" IS NULL;
