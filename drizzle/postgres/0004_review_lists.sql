DROP INDEX "review_recent";--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "review_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "open_review_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "reviews_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "workspace_id" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "review_latest" ON "review" USING btree ("project_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "review_latest_of_workspace" ON "review" USING btree ("workspace_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "review_catalog" ON "review" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "review_catalog_of_workspace" ON "review" USING btree ("workspace_id","id");--> statement-breakpoint
UPDATE "review" SET "workspace_id" = (SELECT "project"."workspace_id" FROM "project" WHERE "project"."id" = "review"."project_id");--> statement-breakpoint
UPDATE "project" SET "review_count" = (SELECT count(*) FROM "review" WHERE "review"."project_id" = "project"."id"), "open_review_count" = (SELECT count(*) FROM "review" WHERE "review"."project_id" = "project"."id" AND "review"."status" <> 'verified');
